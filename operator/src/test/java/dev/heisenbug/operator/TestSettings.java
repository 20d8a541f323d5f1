package dev.heisenbug.operator;

import io.smallrye.config.WithDefault;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;

/** The settings' defaults, without a configuration; there is an image with perf. */
public final class TestSettings {
  private TestSettings() {}

  public static Settings defaults() {
    return with(Map.of());
  }

  /** The same with some values by name, whatever part they are of. */
  public static Settings with(Map<String, Object> values) {
    return proxy(Settings.class, values);
  }

  private static <T> T proxy(Class<T> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                values.containsKey(method.getName())
                    ? values.get(method.getName())
                    : value(method, values)));
  }

  private static Object value(Method method, Map<String, Object> values) {
    WithDefault value = method.getAnnotation(WithDefault.class);
    Class<?> type = method.getReturnType();
    if (value == null && method.getName().equals("ptImage")) {
      return Optional.of("heisenbug/pt:dev");
    }
    if (value == null) {
      return type == Optional.class ? Optional.empty() : proxy(type, values);
    }
    if (type == int.class) {
      return Integer.valueOf(value.value());
    }
    if (type == Role.class) {
      return Role.valueOf(value.value());
    }
    return type == boolean.class ? (Object) Boolean.valueOf(value.value()) : value.value();
  }
}
