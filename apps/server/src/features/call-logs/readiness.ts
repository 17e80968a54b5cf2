import type { LogMode } from '@sidetone/contract/entities/call-log.ts';
import type { SkipReason } from '@sidetone/contract/rules/crm/write-states.ts';
import type { LoggedCall } from './log/call.ts';

/** What the log of a call in one CRM depends on. */
interface Closing {
  readonly call: Pick<LoggedCall, 'direction' | 'establishedAt' | 'endedAt' | 'isInternal'>;
  readonly mode: LogMode;
  /** The integration grant CALL_EVENT. */
  readonly hasGrant: boolean;
  /** The shortest outgoing call that is logged, in seconds. */
  readonly leastSeconds: number;
  /** Nothing tells which contact it was. */
  readonly isAmbiguous: boolean;
  /** A person closed it; otherwise the server did. */
  readonly byUser: boolean;
  readonly hasEntity: boolean;
}

/**
 * Why a call that is over is not written to a CRM; null: it is. Outgoing calls have to last (SLOG-016), also where nobody
 * answered; incoming ones that nobody took are written only where a person wants it. SLOG-017
 */
export function readinessOf({ call, mode, hasGrant, ...closing }: Closing): SkipReason | null {
  if (!hasGrant) return 'noGrant';
  if (mode === 'off') return 'off';
  if (call.isInternal) return 'internal';
  if (call.direction === 'OUTGOING' && secondsOf(call) < closing.leastSeconds) return 'tooShort';
  if (call.direction === 'INCOMING' && call.establishedAt === null && !closing.byUser) return 'missed';
  // A person may have named it in one CRM and not in another.
  if (!closing.hasEntity) return closing.isAmbiguous ? 'ambiguous' : 'noEntity';
  return null;
}

const secondsOf = ({ establishedAt, endedAt }: Closing['call']): number =>
  establishedAt === null || endedAt === null ? 0 : (endedAt.getTime() - establishedAt.getTime()) / 1000;
