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
{{- if not (.Capabilities.APIVersions.Has "security.openshift.io/v1") }}
# OpenShift gives each namespace users of its own and refuses others.
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
{{- end }}
seccompProfile: {type: RuntimeDefault}
{{- end }}
{{- define "hb.s3secret" -}}
{{- if .Values.storage.embedded.enabled }}{{ include "hb.name" . }}-s3{{ else }}{{ required "storage.endpoint needs storage.credentialsSecret, a Secret with the keys accessKey and secretKey, or storage.workloadIdentity.enabled" .Values.storage.credentialsSecret }}{{ end }}
{{- end }}
{{- define "hb.identity" -}}
{{- if and .Values.storage.workloadIdentity.enabled (not .Values.storage.embedded.enabled) }}yes{{ end }}
{{- end }}
{{- define "hb.s3endpoint" -}}
{{- if .Values.storage.endpoint }}{{ .Values.storage.endpoint }}
{{- else if .Values.storage.embedded.enabled }}
{{- with .Values.storage.embedded.service.clusterIP }}http://{{ include "hb.host" . }}:9000{{ else }}http://{{ include "hb.name" . }}-s3.{{ .Release.Namespace }}.svc:9000{{ end }}
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
{{- else if .Values.operator.service.clusterIP }}https://{{ include "hb.host" .Values.operator.service.clusterIP }}:8443
{{- else }}https://{{ include "hb.name" . }}.{{ .Release.Namespace }}.svc:8443{{ end }}
{{- end }}
{{- define "hb.host" -}}
{{- if contains ":" . }}[{{ . }}]{{ else }}{{ . }}{{ end }}
{{- end }}
{{- define "hb.pdb" -}}
{{- if semverCompare ">=1.21-0" .Capabilities.KubeVersion.Version }}policy/v1{{ else }}policy/v1beta1{{ end }}
{{- end }}
{{- define "hb.splitWebhook" -}}
{{- if and .Values.webhook.enabled .Values.webhook.deployment.enabled }}yes{{ end }}
{{- end }}
{{- define "hb.webhookService" -}}
{{ include "hb.name" . }}{{ if include "hb.splitWebhook" . }}-webhook{{ end }}
{{- end }}
{{- define "hb.env" -}}
- {name: HEISENBUG_NAMESPACE, value: {{ .Release.Namespace | quote }}}
- {name: HEISENBUG_RELEASE, value: {{ include "hb.name" . | quote }}}
- {name: HEISENBUG_CLUSTER, value: {{ .Values.cluster | quote }}}
- {name: HEISENBUG_ADDRESS, value: {{ include "hb.address" . | quote }}}
{{- with .Values.watchNamespaces }}
- {name: HEISENBUG_WATCH_NAMESPACES, value: {{ join "," . | quote }}}
- {name: QUARKUS_OPERATOR_SDK_NAMESPACES, value: {{ join "," . | quote }}}
{{- end }}
- {name: HEISENBUG_SIDECAR_IMAGE, value: {{ include "hb.image" (dict "root" . "part" "sidecar") | quote }}}
{{- if .Values.image.pt }}
- {name: HEISENBUG_PT_IMAGE, value: {{ include "hb.image" (dict "root" . "part" "pt") | quote }}}
{{- end }}
{{- if .Values.metrics.secure }}
- {name: HEISENBUG_SECURE_METRICS, value: "true"}
{{- end }}
- {name: HEISENBUG_NODE_AGENT, value: {{ .Values.nodeAgent.enabled | quote }}}
- {name: HEISENBUG_CROSS_NAMESPACE, value: {{ .Values.crossNamespace.enabled | quote }}}
- {name: HEISENBUG_TOOLS_IMAGE, value: {{ include "hb.image" (dict "root" . "part" "tools") | quote }}}
- {name: HEISENBUG_IMAGE_PULL_POLICY, value: {{ .Values.image.pullPolicy | quote }}}
{{- with .Values.image.podPullSecrets }}
- {name: HEISENBUG_POD_PULL_SECRETS, value: {{ join "," . | quote }}}
{{- end }}
- {name: HEISENBUG_RESYNC_SECONDS, value: {{ .Values.operator.resyncSeconds | quote }}}
- {name: HEISENBUG_NATIVE_SIDECARS, value: {{ .Values.webhook.nativeSidecars | quote }}}
{{- if ne .Values.webhook.certificate.source "Own" }}
- {name: HEISENBUG_CERTIFICATE_SECRET, value: {{ include "hb.tlsSecret" . | quote }}}
{{- end }}
{{- if or .Values.storage.endpoint .Values.storage.embedded.enabled }}
- {name: HEISENBUG_STORAGE_ENDPOINT, value: {{ include "hb.s3endpoint" . | quote }}}
{{- end }}
{{- end }}
{{- define "hb.notSystem" -}}
# The API server names namespaces so from 1.21 on; the webhook itself leaves system namespaces alone in any version.
- {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, kube-public, kube-node-lease]}
{{- end }}
