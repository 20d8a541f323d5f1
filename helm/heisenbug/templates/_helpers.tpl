{{- define "hb.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}
{{- define "hb.labels" -}}
app.kubernetes.io/name: heisenbug
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
{{- define "hb.selector" -}}
app.kubernetes.io/name: heisenbug
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "hb.image" -}}
{{- $i := .root.Values.image }}
{{- with $i.registry }}{{ . }}/{{ end }}{{ index $i .part }}:{{ default .root.Chart.AppVersion $i.tag }}
{{- end }}
{{- define "hb.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}
{{- define "hb.podRestricted" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}
{{- define "hb.s3secret" -}}
{{- if .Values.storage.embedded.enabled }}{{ include "hb.name" . }}-s3{{ else }}{{ .Values.storage.credentialsSecret }}{{ end }}
{{- end }}
{{- define "hb.s3endpoint" -}}
{{- if .Values.storage.endpoint }}{{ .Values.storage.endpoint }}
{{- else if .Values.storage.embedded.enabled }}
{{- with .Values.storage.embedded.service.clusterIP }}http://{{ . }}:9000{{ else }}http://{{ include "hb.name" . }}-s3.{{ .Release.Namespace }}.svc:9000{{ end }}
{{- end }}
{{- end }}
{{- define "hb.tlsSecret" -}}
{{- $c := .Values.webhook.certificate }}
{{- if eq $c.source "Secret" }}{{ required "webhook.certificate.secret names the Secret" $c.secret }}
{{- else if eq $c.source "CertManager" }}{{ include "hb.name" . }}-serving
{{- else }}{{ include "hb.name" . }}-tls{{ end }}
{{- end }}
{{- define "hb.address" -}}
{{- if .Values.operator.address }}{{ .Values.operator.address }}
{{- else if .Values.operator.service.clusterIP }}https://{{ .Values.operator.service.clusterIP }}:8443
{{- else }}https://{{ include "hb.name" . }}.{{ .Release.Namespace }}.svc:8443{{ end }}
{{- end }}
