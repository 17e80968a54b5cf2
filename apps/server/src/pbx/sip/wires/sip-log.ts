/** The same log, whose every line also says this. */
export const logAbout = (log: SipLog, about: object): SipLog => ({
  debug: (fields, message) => log.debug({ ...about, ...fields }, message),
  info: (fields, message) => log.info({ ...about, ...fields }, message),
  warn: (fields, message) => log.warn({ ...about, ...fields }, message),
  error: (fields, message) => log.error({ ...about, ...fields }, message),
});

/** The part of a pino logger that this room uses. */
export interface SipLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
