import { correlationHeader } from '@sidetone/contract/rules/sip-invite.ts';
import type { Refusal } from '../../call-engine.ts';

/** What JsSIP needs to know of a refusal. */
interface RefusalOptions {
  readonly status_code: number;
  readonly reason_phrase: string;
  readonly extraHeaders: string[];
}

/** The three refusals on the wire. Only the user's own decline, by its cause, silences the user's other devices. */
export const refusals: Record<Refusal, (sessionId: string) => RefusalOptions> = {
  declined: (id) => ({
    status_code: 486,
    reason_phrase: 'Busy Here',
    extraHeaders: [`${correlationHeader}: ${id}`, 'Reason: SIP;cause=603;text="Declined"'],
  }),
  busy: (id) => ({ status_code: 486, reason_phrase: 'Busy Here', extraHeaders: [`${correlationHeader}: ${id}`] }),
  // Specification 4 asks for this status with this phrase.
  occupied: (id) => ({ status_code: 603, reason_phrase: 'Busy Here', extraHeaders: [`${correlationHeader}: ${id}`] }),
};
