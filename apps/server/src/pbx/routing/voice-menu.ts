import {
  type MenuKey,
  type MenuSettings,
  type MenuTarget,
  menuLimits,
} from '@sidetone/contract/entities/voice-menu.ts';
import { joinNeeds } from '@sidetone/contract/rules/queues/skills.ts';
import type { MenuChoice } from './route-plan.ts';

/** How far a caller has come in voice menus. */
export interface MenuState {
  /** The menu that the caller hears. */
  readonly menuId: string;
  /** Menus that led to it, the first one first. */
  readonly way: readonly string[];
  /** All menus that they heard. */
  readonly heard: readonly string[];
  /** How often they pressed nothing, or a key that leads nowhere, in this menu. */
  readonly failures: number;
  /** What they pressed, by the names of the menus. */
  readonly pressed: readonly string[];
  /** The skills that their keys ask for. */
  readonly skills: NonNullable<MenuChoice['skills']>;
  /** How many prompts they have heard altogether. */
  readonly prompts: number;
}

/** What callers did: nothing in time, a key that leads nowhere, one that leads somewhere, or whom they dialled or spelled. */
export type MenuInput =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'key'; readonly key: MenuKey }
  | { readonly kind: 'extension'; readonly channelId: string; readonly extension: string };

/** What comes of it. `isWrong`: the caller is told that the key leads nowhere. */
export type MenuStep =
  | { readonly do: 'prompt'; readonly state: MenuState; readonly isWrong: boolean }
  | { readonly do: 'lead'; readonly choice: MenuChoice };

/** Callers who want something need fewer; those who keep pressing hold a line for nothing. */
const mostPrompts = 30;

export const menuBegin = (menuId: string): MenuState => ({
  menuId,
  way: [],
  heard: [menuId],
  pressed: [],
  skills: [],
  failures: 0,
  prompts: 1,
});

/** The menu that a caller hears, as far as its steps depend on it. */
type HeardMenu = Pick<MenuSettings, 'keys' | 'nothing' | 'repeats'> & { readonly name: string };

/** The next step of a caller in a menu, by what they did. Every caller is led somewhere after a bounded number of prompts. */
export function menuStep(before: MenuState, menu: HeardMenu, input: MenuInput): MenuStep {
  const state: MenuState = { ...before, pressed: [...before.pressed, ...pressedIn(menu, input)] };
  if (input.kind === 'extension') return lead(state, { kind: 'channel', channelId: input.channelId });
  if (input.kind === 'key') {
    const line = menu.keys.find(({ key }) => key === input.key);
    if (line) return follow({ ...state, skills: joinNeeds(state.skills, line.skills ?? []) }, menu, line.target);
  }
  const failures = state.failures + 1;
  if (failures > menu.repeats || state.prompts >= mostPrompts) return follow(state, menu, menu.nothing);
  const again: MenuState = { ...state, failures, prompts: state.prompts + 1 };
  return { do: 'prompt', state: again, isWrong: input.kind !== 'nothing' };
}

function pressedIn({ name }: HeardMenu, input: MenuInput): string[] {
  if (input.kind === 'key') return [`${name} ${input.key}`];
  return input.kind === 'extension' ? [`${name} ${input.extension}`] : [];
}

function follow(state: MenuState, menu: HeardMenu, target: MenuTarget): MenuStep {
  switch (target.kind) {
    case 'again':
      return prompt(state, menu, state.menuId, state.way);
    case 'back':
      return prompt(state, menu, state.way.at(-1) ?? state.menuId, state.way.slice(0, -1));
    case 'menu':
      return enter(state, menu, target.menuId);
    default:
      return lead(state, target);
  }
}

/** What digits may mean besides a key: whose channel, and whether more of them may follow. */
export interface Dialled {
  readonly channelId: string | null;
  readonly hasLonger: boolean;
}

/**
 * What was typed so far, with what it means where extensions can be dialled and names spelled: a key of the menu, whom it
 * reaches, or more digits are needed. An extension counts before a name.
 */
export function readTyped(
  typed: string,
  { keys }: Pick<MenuSettings, 'keys'>,
  dialled: readonly Dialled[],
  isComplete: boolean,
): MenuInput | 'more' {
  if (!isComplete && dialled.some(({ hasLonger }) => hasLonger)) return 'more';
  const key = keys.find((one) => one.key === typed)?.key;
  if (key !== undefined) return { kind: 'key', key };
  const channelId = dialled.find((one) => one.channelId !== null)?.channelId ?? null;
  return channelId === null ? { kind: 'wrong' } : { kind: 'extension', channelId, extension: typed };
}

function enter(state: MenuState, menu: Pick<MenuSettings, 'nothing'>, menuId: string): MenuStep {
  const way = [...state.way, state.menuId];
  // Settings refuse both; a change of another menu may have come in between.
  if (way.includes(menuId) || way.length >= menuLimits.depth) return lead(state, lastOf(menu));
  return prompt(state, menu, menuId, way);
}

function prompt(
  state: MenuState,
  menu: Pick<MenuSettings, 'nothing'>,
  menuId: string,
  way: readonly string[],
): MenuStep {
  if (state.prompts >= mostPrompts) return lead(state, lastOf(menu));
  const heard = state.heard.includes(menuId) ? state.heard : [...state.heard, menuId];
  return {
    do: 'prompt',
    state: { ...state, menuId, way, heard, failures: 0, prompts: state.prompts + 1 },
    isWrong: false,
  };
}

/** Where a caller ends who is to hear no other menu. */
const lastOf = ({ nothing }: Pick<MenuSettings, 'nothing'>): MenuChoice['target'] =>
  nothing.kind === 'menu' ? { kind: 'hangUp' } : nothing;

/** Longer paths are cut at their end. */
const longestPath = 300;

const lead = ({ heard, pressed, skills }: MenuState, target: MenuChoice['target']): MenuStep => ({
  do: 'lead',
  choice: {
    target,
    menus: heard,
    path: pressed.join(', ').slice(0, longestPath),
    ...(skills.length > 0 && { skills }),
  },
});
