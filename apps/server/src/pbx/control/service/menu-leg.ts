import { menuKeys } from '@sidetone/contract/entities/voice-menu.ts';
import { type SpelledName, spelledBy } from '@sidetone/contract/rules/numbers/keypad-name.ts';
import { MediaError } from '../../media/media.ts';
import { beep } from '../../media/sounds.ts';
import type { Directory, DirectoryMenu } from '../../ports.ts';
import type { MenuChoice } from '../../routing/route-plan.ts';
import {
  type Dialled,
  type MenuInput,
  type MenuState,
  type MenuStep,
  menuBegin,
  menuStep,
  readTyped,
} from '../../routing/voice-menu.ts';
import type { KeysPressed, ServiceLeg } from './service-leg.ts';

interface MenuParts {
  readonly accountId: string;
  readonly directory: Pick<Directory, 'voiceMenu' | 'extensionsFrom' | 'spelledNames' | 'announcementFile'>;
  /** Says that a key leads nowhere. */
  readonly wrongKey: string;
}

const anyKey = menuKeys.join('');
/** Callers who dial an extension or spell a name press the next digit within this time. */
const nextDigitMs = 2500;

/**
 * Asks the caller in a voice menu, and in those that it leads to, until they are led somewhere; a key ends the prompt at any
 * time, and one that was pressed before the prompt of the next menu skips that. Null: the menu is gone or cannot be played.
 */
export async function askByMenu(leg: ServiceLeg, menuId: string, parts: MenuParts): Promise<MenuChoice | null> {
  const pressed = leg.keysPressed();
  try {
    let step: MenuStep = { do: 'prompt', state: menuBegin(menuId), isWrong: false };
    while (step.do === 'prompt') {
      const { state, isWrong }: { state: MenuState; isWrong: boolean } = step;
      const menu = await parts.directory.voiceMenu?.(parts.accountId, state.menuId);
      if (!menu) return null;
      if (isWrong && !pressed.isWaiting()) await leg.play({ file: parts.wrongKey, loop: false }, anyKey);
      step = menuStep(state, menu, await hearCaller(leg, pressed, menu, parts));
    }
    return step.choice;
  } catch (error) {
    // Callers who cannot hear what to press are not asked.
    if (error instanceof MediaError && error.code === 'BAD_SOUND_FILE') return null;
    throw error;
  } finally {
    pressed.stop();
  }
}

/** Plays the prompt, unless a key was pressed already, and reads what the caller presses. */
async function hearCaller(
  leg: ServiceLeg,
  pressed: KeysPressed,
  menu: DirectoryMenu,
  parts: MenuParts,
): Promise<MenuInput> {
  const { accountId, directory } = parts;
  if (!pressed.isWaiting()) {
    const file =
      menu.promptAnnouncementId && (await directory.announcementFile?.(accountId, menu.promptAnnouncementId));
    await leg.play(file ? { file, loop: false } : beep, anyKey);
  }
  let typed = await pressed.next(menu.waitSeconds * 1000);
  if (typed === null) return { kind: 'nothing' };
  const isDigit = /^[0-9]$/.test(typed);
  const names = (isDigit && menu.dialNames && (await directory.spelledNames?.(accountId))) || [];
  for (let isComplete = !isDigit; ; ) {
    const input = readTyped(typed, menu, await meanings(typed, menu, names, parts), isComplete);
    if (input !== 'more') return input;
    const key = await pressed.next(nextDigitMs);
    if (key !== null && /^[0-9]$/.test(key)) typed += key;
    else isComplete = true;
  }
}

/** What digits mean where the menu lets callers dial extensions, and spell these names. */
async function meanings(
  typed: string,
  { dialExtensions }: DirectoryMenu,
  names: readonly SpelledName[],
  { accountId, directory }: MenuParts,
): Promise<Dialled[]> {
  const extension = dialExtensions ? await directory.extensionsFrom?.(accountId, typed) : undefined;
  return [...(extension ? [extension] : []), ...(names.length > 0 ? [spelledBy(names, typed)] : [])];
}
