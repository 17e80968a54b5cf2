import { type ForwardWhen, forwardWhens } from '@sidetone/contract/entities/line-forwarding.ts';
import { messagesCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type { OwnLines, PhoneFeatureChange, PhoneFeatures } from '@sidetone/contract/rules/phones/phone-features.ts';
import { type LineSound, lineFile } from '../../media/line-sounds.ts';
import { mailboxFile } from '../../media/mailbox-sounds.ts';
import { digitFile } from '../../media/sounds.ts';
import type { ExchangeClock } from '../../ports.ts';
import { saidOf } from './mailbox/said-message.ts';
import type { ServiceLeg } from './service-leg.ts';

/** Whose line it is, and in which language they hear of it. */
interface OwnLine {
  readonly userId: string;
  readonly accountId: string;
  readonly locale: 'de' | 'en';
}

/** Switches what a user dialled a code for, with null nothing, and says how it is now. */
export async function switchOwnLine(
  leg: ServiceLeg,
  { userId, accountId, locale, change }: OwnLine & { readonly change: PhoneFeatureChange | null },
  ownLines: OwnLines,
): Promise<void> {
  const done = change === null || (await ownLines.change({ accountId, userId, address: null }, change)) === 'done';
  const now = (await ownLines.of([userId])).get(userId);
  if (!now) return;
  await playAll(leg, done ? saidNow(now, change, locale) : saidRefusal(now, change, locale));
}

function saidRefusal({ forwards }: PhoneFeatures, change: PhoneFeatureChange, locale: 'de' | 'en'): string[] {
  const hasNone = change.feature !== 'doNotDisturb' && change.to === null && forwards[change.feature].to === '';
  return [lineFile(hasNone ? 'no-target' : 'refused', locale)];
}

/** The files that say what was switched, or everything that is on. */
function saidNow(now: PhoneFeatures, change: PhoneFeatureChange | null, locale: 'de' | 'en'): string[] {
  if (change?.feature === 'doNotDisturb') return [lineFile(now.isDnd ? 'dnd-on' : 'dnd-off', locale)];
  if (change) return saidForward(now, change.feature, locale);
  const said = [
    ...(now.isDnd ? [lineFile('dnd-on', locale)] : []),
    ...forwardWhens.filter((when) => now.forwards[when].isOn).flatMap((when) => saidForward(now, when, locale)),
  ];
  return said.length > 0 ? said : [lineFile('nothing-on', locale)];
}

const forwardSounds: Readonly<Record<ForwardWhen, { readonly to: LineSound; readonly off: LineSound }>> = {
  always: { to: 'always-to', off: 'always-off' },
  busy: { to: 'busy-to', off: 'busy-off' },
  noAnswer: { to: 'no-answer-to', off: 'no-answer-off' },
  unreachable: { to: 'unreachable-to', off: 'unreachable-off' },
};

function saidForward({ forwards }: PhoneFeatures, when: ForwardWhen, locale: 'de' | 'en'): string[] {
  const { isOn, to } = forwards[when];
  if (!isOn) return [lineFile(forwardSounds[when].off, locale)];
  if (to === messagesCode) return [lineFile(forwardSounds[when].to, locale), lineFile('voicemail', locale)];
  const digits = [...to].filter((digit) => /[0-9]/.test(digit));
  const number = digits.map((digit) => digitFile(digit, locale));
  return [lineFile(forwardSounds[when].to, locale), ...(number.length > 0 ? number : [lineFile('colleague', locale)])];
}

/** The key that calls the last caller. */
const callKey = '1';
const patienceMs = 6000;

/**
 * Says who called the line of a user last and when, and calls them only with a key, which may be pressed as soon as the code was
 * dialled.
 */
export async function offerLastCaller(
  leg: ServiceLeg,
  { userId, locale }: OwnLine,
  {
    ownLines,
    clock,
    callOn,
  }: {
    readonly ownLines: OwnLines;
    readonly clock: Pick<ExchangeClock, 'now'>;
    /** The caller goes on to this number, as if they had dialled it; false where they cannot. */
    callOn(number: string): Promise<boolean>;
  },
): Promise<void> {
  const last = await ownLines.lastCall(userId);
  if (last === null) return await playAll(leg, [lineFile('nobody-called', locale)]);
  const { number } = last;
  const said = saidOf(last, clock.now(), locale);
  if (number === null) return await playAll(leg, said);
  if ((await keyWhile(leg, [...said, lineFile('call-now', locale)])) !== callKey) return;
  await playAll(leg, [mailboxFile('connecting', locale)]);
  if (!(await callOn(number))) await playAll(leg, [mailboxFile('no-call-back', locale)]);
}

async function playAll(leg: ServiceLeg, files: readonly string[]): Promise<void> {
  for (const file of files) await leg.play({ file, loop: false });
}

/** The key, whenever it is pressed: while something is said, or in a while after it. */
async function keyWhile(leg: ServiceLeg, files: readonly string[]): Promise<string | null> {
  const pressed = leg.keysPressed();
  try {
    for (const file of files) {
      if (!pressed.isWaiting()) await leg.play({ file, loop: false }, callKey);
    }
    return await pressed.next(patienceMs);
  } finally {
    pressed.stop();
  }
}
