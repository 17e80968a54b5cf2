import { type MailboxSound, mailboxFile } from '../../../media/mailbox-sounds.ts';
import type { Voicemails } from '../../../ports.ts';
import { readDigits } from '../../rooms/ask-pin.ts';
import { anyKey, type KeysPressed, type ServiceLeg } from '../service-leg.ts';
import type { Mailbox } from './mailbox.ts';
import { isWeakPin, mostPinDigits } from './weak-pin.ts';

const mostTries = 3;

/** A user enters a new PIN, twice the same. Nothing is changed where they do not. */
export async function changePin(
  leg: ServiceLeg,
  pressed: KeysPressed,
  { userId, extension, locale }: Pick<Mailbox, 'userId' | 'extension' | 'locale'>,
  voicemails: Pick<Voicemails, 'setPin'>,
): Promise<void> {
  const say = (name: MailboxSound, keys?: string) => leg.play({ file: mailboxFile(name, locale), loop: false }, keys);
  const enter = async (question: MailboxSound): Promise<string> => {
    if (!pressed.isWaiting()) await say(question, anyKey);
    return await readDigits(pressed, mostPinDigits);
  };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const pin = await enter('pin-new');
    // Without a key the old one stays.
    if (pin === '') return;
    if (isWeakPin(pin, extension)) {
      await say('pin-weak');
    } else if ((await enter('pin-again')) === pin) {
      await voicemails.setPin(userId, pin);
      await say('pin-changed');
      return;
    } else await say('pin-differs');
  }
}
