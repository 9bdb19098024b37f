{{- define "medina-care.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "medina-care.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- /* What the servers and the migration share: image, settings, secrets as files, and a read-only root. */ -}}
{{- define "medina-care.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
env:
  - {name: MIGRATE, value: "off"}
  - {name: METRICS_PORT, value: "9464"}
  {{- range $name, $value := .Values.settings }}
  - {name: {{ $name }}, value: {{ ternary (int64 $value) $value (kindIs "float64" $value) | quote }}}
  {{- end }}
  {{- range .Values.secretKeys }}
  - {name: {{ . | upper | replace "-" "_" }}_FILE, value: /run/secrets/medina-care/{{ . }}}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: secrets, mountPath: /run/secrets/medina-care, readOnly: true}
  - {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "medina-care.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
volumes:
  - name: secrets
    secret: {secretName: {{ .Values.secret }}, defaultMode: 0440}
  - name: tmp
    emptyDir: {}
{{- end }}
