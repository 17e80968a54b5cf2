import type { BotOrder } from '@sidetone/contract/entities/assistant-voice.ts';
import { Refusal } from '../../requests/refusal.ts';

/** The little TwiML that is understood, by the element within `Response`. */
const twiml = /^(?:<\?xml[^<>]{0,100}\?>)?<Response><(Hangup|Dial)(?:\/>|><\/\1>)<\/Response>$/;

/**
 * What a bot that was written for Twilio wants of its call. Throws `Refusal` VALIDATION_FAILED for everything that is not
 * one of the three forms.
 */
export function orderOfForm({ Status, Twiml }: { readonly Status?: string; readonly Twiml?: string }): BotOrder {
  if (Status === 'completed' && Twiml === undefined) return { do: 'hangUp' };
  // No attribute and no text is understood, so that blanks say nothing, but for those that part a name from its end.
  const element = Status === undefined && Twiml !== undefined ? twiml.exec(tight(Twiml))?.[1] : undefined;
  if (element === 'Hangup') return { do: 'hangUp' };
  if (element === 'Dial') return { do: 'handOver' };
  throw new Refusal(
    'VALIDATION_FAILED',
    'Only Status=completed, Twiml=<Response><Hangup/></Response> and Twiml=<Response><Dial/></Response> are understood.',
  );
}

const tight = (text: string): string =>
  text
    .replace(/>\s+</g, '><')
    .replace(/\s+(\/?>)/g, '$1')
    .trim();
