/** Whether a code of Node says that a certificate is not trusted. */
export const isCertificateFault = (code: string): boolean =>
  /CERT|UNABLE_TO_|SELF_SIGNED|INVALID_CA|ERR_TLS_/.test(code);
