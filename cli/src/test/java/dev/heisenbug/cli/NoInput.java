package dev.heisenbug.cli;

import java.io.InputStream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What comes in is for whoever runs the tests: a recorded program would wait for it and take it.
 */
public final class NoInput implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    System.setIn(InputStream.nullInputStream());
  }
}
