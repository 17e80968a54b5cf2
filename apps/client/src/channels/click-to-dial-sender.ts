import { classicClick2Dial, click2Dial, type SenderOption } from '@sidetone/contract/entities/sender.ts';
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The classic form has a phone, the newer one a number. */
const remembered = z.union([classicClick2Dial, click2Dial]);
export type RememberedSender = z.infer<typeof remembered>;

const keyOf = (webUserId: string) => `sidetone.click2dial.${webUserId}`;

/** Grows with each change, so that views of the remembered choice read it again. */
const changes = createStore<{ count: number }>(() => ({ count: 0 }));

/** The choice on this device for numbers that are clicked; null where there is none. */
function readRemembered(webUserId: string): RememberedSender | null {
  try {
    const stored = localStorage.getItem(keyOf(webUserId));
    return stored === null ? null : (remembered.safeParse(JSON.parse(stored)).data ?? null);
  } catch {
    return null;
  }
}

/** Remembers a sender for numbers that are clicked; with null none. */
export function rememberSender(webUserId: string, option: SenderOption | null): void {
  try {
    if (option === null) localStorage.removeItem(keyOf(webUserId));
    else localStorage.setItem(keyOf(webUserId), JSON.stringify(rememberedOf(option)));
  } catch {
    // Without storage it applies to this call alone.
  }
  changes.setState(({ count }) => ({ count: count + 1 }));
}

/** The same for a component: it is drawn again when that changes. */
export function useRemembered(webUserId: string | null): RememberedSender | null {
  useStore(changes);
  return webUserId === null ? null : readRemembered(webUserId);
}

/** The remembered option; null where there is none, or it is of the other generation, or was removed since. */
export function rememberedOption(
  options: readonly SenderOption[],
  sender: RememberedSender | null,
): SenderOption | null {
  if (sender === null) return null;
  return (
    options.find((option) =>
      'phoneId' in sender
        ? option.phoneId === sender.phoneId
        : option.phoneId === null && option.channelId === sender.channelId && option.phoneNumber === sender.phoneNumber,
    ) ?? null
  );
}

/**
 * The account has this generation now: a choice made in the other one no longer counts, and does not come back with it.
 */
export function forgetOtherGeneration(webUserId: string, generation: 'sip' | 'classic'): void {
  const sender = readRemembered(webUserId);
  if (sender === null) return;
  const chosenIn = 'phoneId' in sender ? 'classic' : 'sip';
  if (chosenIn !== generation) rememberSender(webUserId, null);
}

function rememberedOf({ channelId, phoneId, phoneNumber }: SenderOption): RememberedSender {
  if (phoneId !== null) return { channelId, phoneId, channelPhoneId: null };
  return { channelId, phoneNumber: phoneNumber ?? '', channelPhoneId: null };
}
