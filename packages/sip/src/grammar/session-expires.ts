import { parseParameters } from './parameters.ts';

/** Session-Expires (RFC 4028 §4): how long a session lives without a refresh, and who sends it. */
export interface SessionExpires {
  readonly seconds: number;
  readonly refresher?: 'uac' | 'uas';
}

/** Reads Session-Expires; undefined when it is malformed. */
export function parseSessionExpires(value: string): SessionExpires | undefined {
  const seconds = parseDeltaSeconds(value.split(';')[0]);
  const parameters = parseParameters(value.slice(value.split(';')[0]?.length));
  const refresher = parameters.get('refresher')?.toLowerCase();
  if (seconds === undefined || (parameters.has('refresher') && refresher !== 'uac' && refresher !== 'uas')) {
    return undefined;
  }
  return refresher === 'uac' || refresher === 'uas' ? { seconds, refresher } : { seconds };
}

/** Writes Session-Expires. */
export function serializeSessionExpires({ seconds, refresher }: SessionExpires): string {
  return refresher === undefined ? String(seconds) : `${seconds};refresher=${refresher}`;
}

/** Reads delta-seconds, as Min-SE, Retry-After and Expires begin with; undefined when there are none. */
export function parseDeltaSeconds(value: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,10})\s*(?:$|[;( ])/.exec(value ?? '')?.[1];
  return digits === undefined ? undefined : Math.min(Number(digits), 2 ** 31 - 1);
}
