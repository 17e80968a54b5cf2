import i18next from 'i18next';
import type { Call } from '../core/call.ts';
import { lastToEnd } from '../core/call-list.ts';
import { isOver } from '../core/call-machine.ts';
import type { Transfer } from '../core/transfer.ts';
import { endedWords } from './call-words.ts';
import { personOf } from './person.ts';
import { isWeak } from './Quality.tsx';
import { type HeaderCall, isRingingIn, type Running, runningOf } from './running.ts';

interface Seen {
  readonly calls: readonly Call[];
  readonly transfer: Transfer | null;
}

/** What a screen reader says about the calls now; the text changes only when something happened. */
export function announcementOf({ calls, transfer }: Seen): string {
  const t = i18next.t;
  const ringing = calls.find(isRingingIn);
  if (ringing !== undefined) {
    const calling = t(($) => $.calls.announce.incoming, { name: personOf(ringing).name });
    const { forwardedFrom } = ringing;
    if (forwardedFrom === null) return calling;
    return `${calling}. ${t(($) => $.calls.forwardedFrom)} ${forwardedFrom.name ?? t(($) => $.calls.otherChannel)}`;
  }
  const running = runningOf({ calls, transfer, elsewhere: false });
  if (running !== null) return runningWords(running);
  const [first] = calls;
  const last = lastToEnd(calls);
  if (first === undefined || last === null) return '';
  const call = first.state === 'Transferring' || first.state === 'Transferred' ? first : last;
  if (!isOver(call.state) && call.state !== 'Transferring') return '';
  return t(($) => $.calls.announce.ended, { name: personOf(call).name, how: endedWords(call) });
}

function runningWords({ lead, other, conference, muted }: Running): string {
  const t = i18next.t;
  const { name } = lead.person;
  if (other !== null && other.ended !== null) {
    return t(($) => $.calls.announce.targetEnded, { name: other.person.name, how: other.ended, other: name });
  }
  if (conference) return t(($) => $.calls.threeOnTheLine);
  if (lead.stage !== 'talking') return stageWords(lead, muted);
  if (lead.held) return t(($) => $.calls.announce.held, { name });
  if (muted) return t(($) => $.calls.announce.muted);
  if (other !== null) return t(($) => $.calls.announce.switched, { name, other: other.person.name });
  return t(($) => $.calls.announce.established, { name });
}

function stageWords({ stage, person: { name } }: HeaderCall, muted: boolean): string {
  const t = i18next.t;
  if (stage !== 'dialling') return '';
  return muted ? t(($) => $.calls.announce.muted) : t(($) => $.calls.announce.outgoing, { name });
}

/** What a screen reader says about the recording and the connection of a running call. */
export function noticeOf({ recording, quality, lead }: Running): string {
  const t = i18next.t;
  const notices: string[] = [];
  switch (recording.state) {
    case 'asking':
      notices.push(t(($) => $.calls.recording.asking));
      break;
    case 'recording':
      notices.push(t(($) => $.calls.recording.running));
      break;
    case 'saving':
      notices.push(t(($) => $.calls.recording.saving));
      break;
    case 'stopped':
      notices.push(t(($) => $.calls.recording.stopped));
      break;
    default:
  }
  const cause = quality?.cause;
  if (cause && isWeak(quality) && !lead.held) notices.push(t(($) => $.calls.quality[cause]));
  return notices.join('. ');
}
