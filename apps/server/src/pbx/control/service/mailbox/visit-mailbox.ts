import { soundFile } from '../../../media/sounds.ts';
import type { Directory } from '../../../ports.ts';
import { askPin } from '../../rooms/ask-pin.ts';
import type { PinGuard } from '../../rooms/pin-guard.ts';
import { CallerLeft, type ServiceLeg } from '../service-leg.ts';
import { hearMessages, type MailboxParts } from './hear-messages.ts';
import { mostPinDigits } from './weak-pin.ts';

/** Somebody who wants to hear the messages of a user. */
interface Visitor {
  readonly userId: string;
  /** The user of the phone, who needs no PIN for their own messages. Null: it is no phone of ours, and was handed over to the code. */
  readonly callerId: string | null;
}

interface VisitParts extends MailboxParts {
  readonly directory: Pick<Directory, 'userById' | 'callSettings'>;
  readonly guard: PinGuard;
  newId(): string;
  /** A PIN was wrong. */
  guessed(): void;
}

/** A user hears their messages, at a phone that is not theirs once they entered their PIN. */
export async function visitMailbox(leg: ServiceLeg, visitor: Visitor, parts: VisitParts): Promise<void> {
  const { directory, newId } = parts;
  const pressed = leg.keysPressed();
  try {
    const user = await directory.userById(visitor.userId);
    if (!user) return;
    const { locale } = await directory.callSettings(user.accountId);
    if (visitor.callerId !== visitor.userId && !(await knowsPin(leg, pressed, visitor, { ...parts, locale }))) {
      await leg.play({ file: soundFile('roomGoodbye', locale), loop: false });
      return;
    }
    const { userId, accountId, privateChannelId: channelId, extension } = user;
    await hearMessages(leg, pressed, { userId, accountId, channelId, extension, locale, newId }, parts);
  } catch (error) {
    if (!(error instanceof CallerLeft)) throw error;
  } finally {
    pressed.stop();
  }
}

async function knowsPin(
  leg: ServiceLeg,
  pressed: ReturnType<ServiceLeg['keysPressed']>,
  { userId, callerId }: Visitor,
  { guard, guessed, voicemails, locale }: VisitParts & { readonly locale: 'de' | 'en' },
): Promise<boolean> {
  // All wrong PINs for one mailbox count, no matter at which phone.
  const attempt = { roomId: `mailbox ${userId}`, caller: callerId, isOurs: false };
  const say = (name: 'roomPin' | 'roomWrongPin', keys?: string) =>
    leg.play({ file: soundFile(name, locale), loop: false }, keys);
  const known = await askPin(leg, pressed, attempt, { guard, mostDigits: mostPinDigits, say, guessed }, async (pin) =>
    (await voicemails.knowsPin(userId, pin)) ? true : null,
  );
  return known ?? false;
}
