import type { LineTestFinding } from '@sidetone/contract/entities/line-test.ts';

/** Which words say how a finding is mended; null where nothing is to be mended. */
export function mendOf({ step, state, status }: Pick<LineTestFinding, 'step' | 'state' | 'status'>): string | null {
  if (state === 'unknown') return step === 'audioOut' || step === 'keys' ? 'pressOne' : null;
  if (state !== 'failed') return null;
  return step === 'call' ? mendOfStatus(status) : step;
}

/** What a status of SIP that a call was refused with asks for. */
function mendOfStatus(status: number | null): string {
  if (status === null) return 'callNoAnswer';
  if (status === 401 || status === 407) return 'callSignIn';
  if (status === 403 || status === 603) return 'callForbidden';
  if (status === 404 || status === 484 || status === 604) return 'callNumber';
  if (status === 486 || status === 480 || status === 408 || status === 487) return 'callBusy';
  if (status === 488 || status === 606 || status === 415) return 'callAudio';
  return status === 482 || status === 483 ? 'callLoop' : 'callProvider';
}
