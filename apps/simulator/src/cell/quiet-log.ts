import type { ExchangeParts } from '../../../server/src/pbx/exchange.ts';

const nothing = (): void => {};

/** Nobody reads it. */
export const quietLog = {
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  child: () => quietLog,
} as unknown as ExchangeParts['log'];
