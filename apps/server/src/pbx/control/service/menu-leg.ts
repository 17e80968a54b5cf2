import { menuKeys } from '@sidetone/contract/entities/voice-menu.ts';
import { MediaError } from '../../media/media.ts';
import { beep } from '../../media/sounds.ts';
import type { Directory, DirectoryMenu } from '../../ports.ts';
import type { MenuChoice } from '../../routing/route-plan.ts';
import {
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
  readonly directory: Pick<Directory, 'voiceMenu' | 'extensionsFrom' | 'announcementFile'>;
  /** Says that a key leads nowhere. */
  readonly wrongKey: string;
}

const anyKey = menuKeys.join('');
/** Callers who dial an extension press the next digit within this time. */
const nextDigitMs = 2500;
const noExtensions = { channelId: null, hasLonger: false };

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
  { accountId, directory }: MenuParts,
): Promise<MenuInput> {
  if (!pressed.isWaiting()) {
    const file =
      menu.promptAnnouncementId && (await directory.announcementFile?.(accountId, menu.promptAnnouncementId));
    await leg.play(file ? { file, loop: false } : beep, anyKey);
  }
  let typed = await pressed.next(menu.waitSeconds * 1000);
  if (typed === null) return { kind: 'nothing' };
  for (let isComplete = !/^[0-9]$/.test(typed); ; ) {
    const known = (menu.dialExtensions && (await directory.extensionsFrom?.(accountId, typed))) || noExtensions;
    const input = readTyped(typed, menu, known, isComplete);
    if (input !== 'more') return input;
    const key = await pressed.next(nextDigitMs);
    if (key !== null && /^[0-9]$/.test(key)) typed += key;
    else isComplete = true;
  }
}
