import { z } from 'zod';
import { e164, plainId, typedName } from './common.ts';
import { skillNeeds } from './skill.ts';

export const menuLimits = {
  /** Of an account. */
  menus: 100,
  /** How deep menus lead into each other, the first one included. */
  depth: 5,
} as const;

export const menuKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
export const menuKey = z.enum(menuKeys);
export type MenuKey = z.infer<typeof menuKey>;

const away = [
  /** A channel, shared or private. The channel whose menu it is rings its members. */
  z.object({ kind: z.literal('channel'), channelId: z.string().min(1).max(64) }),
  /** The voicemail of a channel. */
  z.object({ kind: z.literal('voicemail'), channelId: z.string().min(1).max(64) }),
  /** A number of the public network. */
  z.object({ kind: z.literal('number'), number: e164 }),
  z.object({ kind: z.literal('menu'), menuId: plainId }),
  /** The announcement is played, and then the call ends. */
  z.object({ kind: z.literal('announcement'), announcementId: plainId }),
  z.object({ kind: z.literal('hangUp') }),
] as const;

/** Where a call goes that a menu leads on. */
const menuDestination = z.discriminatedUnion('kind', away);
export type MenuDestination = z.infer<typeof menuDestination>;

/** What a key does. `again`: the menu is played again; `back`: so is the menu before it, or this one where it is the first. */
export const menuTarget = z.discriminatedUnion('kind', [
  ...away,
  z.object({ kind: z.literal('again') }),
  z.object({ kind: z.literal('back') }),
]);
export type MenuTarget = z.infer<typeof menuTarget>;

/**
 * Why no call could come to a target: it is gone, it leads to menus that lead back here, or to more menus than `menuLimits.depth`,
 * the voicemail of the channel is off, or as with destinations of channels. `message` of the issue that names the field.
 */
export type MenuTargetProblem = 'gone' | 'menuLoop' | 'menuDepth' | 'voicemailOff' | 'ownNumber' | 'noTrunk' | 'barred';

const fields = {
  name: typedName(100),
  /** What callers hear; without it they hear the tone that asks for a key. */
  promptAnnouncementId: plainId.nullable().default(null),
  /** How long a key is waited for after the prompt. */
  waitSeconds: z.number().int().min(1).max(30).default(5),
  /** How often the prompt is played again to callers who press nothing, or a key that leads nowhere. */
  repeats: z.number().int().min(0).max(5).default(2),
  /** Callers may dial the extensions of the account. */
  dialExtensions: z.boolean().default(false),
  /** Callers may spell the names of the account's users. */
  dialNames: z.boolean().default(false),
  keys: z
    .array(
      z.object({
        key: menuKey,
        target: menuTarget,
        /** What callers who press it need of those who ring, on top of what the queue asks for. */
        skills: skillNeeds.optional(),
      }),
    )
    .max(menuKeys.length)
    .default([])
    .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, 'a key is named twice'),
  /** Where a call goes after the last repetition. */
  nothing: menuDestination.default({ kind: 'hangUp' }),
};

/** A voice menu as administrators set it up. */
export const newVoiceMenu = z.object(fields);
export type NewVoiceMenu = z.infer<typeof newVoiceMenu>;

/** What it does with callers, but for its name. */
export const menuSettings = newVoiceMenu.omit({ name: true });
export type MenuSettings = z.infer<typeof menuSettings>;

/** All of it, as it is to be from now on; `revision`: as it was read. */
export const voiceMenuChange = newVoiceMenu.extend({ revision: z.number().int().min(0).optional() });
export type VoiceMenuChange = z.infer<typeof voiceMenuChange>;

/** A voice menu as administrators watch it. */
export const adminVoiceMenu = newVoiceMenu.extend({
  id: z.string(),
  rev: z.number(),
  /** Goes up by one with each change. */
  revision: z.number().int(),
});
export type AdminVoiceMenu = z.infer<typeof adminVoiceMenu>;
