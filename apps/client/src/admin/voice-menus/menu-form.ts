import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import {
  type AdminVoiceMenu,
  type MenuDestination,
  type MenuKey,
  type MenuTarget,
  menuKeys,
  newVoiceMenu,
} from '@sidetone/contract/entities/voice-menu.ts';

/** A key of a menu, and where it leads. */
export interface KeyLine {
  /** Of the line: its key may change. */
  lineId: string;
  key: MenuKey;
  target: MenuTarget;
  /** What callers who press it need. */
  skills?: SkillNeed[] | undefined;
}

/** A voice menu as its form has it. */
export interface MenuValues {
  name: string;
  /** Empty for none. */
  promptAnnouncementId: string;
  waitSeconds: number;
  repeats: number;
  dialExtensions: boolean;
  dialNames: boolean;
  keys: KeyLine[];
  nothing: MenuDestination;
}

/** What the form begins with. */
export function menuValues(menu: AdminVoiceMenu | null): MenuValues {
  const { name, promptAnnouncementId, keys, ...settings } = newVoiceMenu.parse(menu ?? { name: '–' });
  return {
    ...settings,
    keys: keys.map((line) => ({ ...line, lineId: `kept-${line.key}` })),
    name: menu === null ? '' : name,
    promptAnnouncementId: promptAnnouncementId ?? '',
  };
}

/** The form as the schema reads it. */
export const menuShape = (values: MenuValues): unknown => ({
  ...values,
  keys: values.keys.map(({ key, target, skills }) => ({ key, target, skills })),
  promptAnnouncementId: values.promptAnnouncementId || null,
});

/** Another key, the first that is free; null where all of them lead somewhere. */
export function nextKey(keys: readonly KeyLine[], target: MenuTarget): KeyLine | null {
  const key = menuKeys.find((one) => keys.every((line) => line.key !== one));
  return key === undefined ? null : { lineId: crypto.randomUUID(), key, target };
}

/** Where another key leads at first: to a channel that no key leads to yet. */
export const nextChannel = (keys: readonly KeyLine[], channelIds: readonly string[]): string =>
  channelIds.find((id) => keys.every(({ target }) => target.kind !== 'channel' || target.channelId !== id)) ??
  channelIds[0] ??
  '';
