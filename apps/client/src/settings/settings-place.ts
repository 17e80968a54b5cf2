import { hasGrant } from '@sidetone/contract/rules/grants.ts';

/** The facts that decide which sections of the settings a user has. */
export interface SettingsFacts {
  readonly hasNeoPbx: boolean;
  /** The account has no AI features. */
  readonly hasAiDisabled: boolean;
  readonly grants: readonly string[];
  /** The user steers conference rooms: their own, or those of the company as an administrator. Null: not known yet. */
  readonly hasRooms: boolean | null;
}

interface Rule {
  /** The users who have the section; all by default. Null: not known yet. */
  readonly isShown?: (facts: SettingsFacts) => boolean | null;
  /** It has pages of its own, and handles unknown addresses below it itself. */
  readonly hasPages?: boolean;
}

type Rules<Name extends string> = Readonly<Record<Name, Rule>>;

/**
 * The target of an address of the settings: a section with the rest of the address; another address, where it is hidden
 * or unknown; `leave` for the page of AI features without the permission, which leads out of the settings; and
 * `waiting` while it is not known yet whether the section is shown.
 */
export type SettingsPlace<Name extends string = string> =
  | { readonly at: 'section'; readonly name: Name; readonly rest: readonly string[] }
  | { readonly at: 'elsewhere'; readonly path: string }
  | { readonly at: 'leave' }
  | { readonly at: 'waiting' };

/** The section that hidden and unknown addresses lead to. */
export const firstSection = 'integrations';

/**
 * Who has the section of AI features: who may use them. Where an account has none, the newer phone system says so on the page, and the
 * classic one hides it. SPERM-010, SSET-005
 */
export const hasAiSection = (facts: SettingsFacts): boolean =>
  hasGrant(facts, 'CALL_BOOSTS') && (facts.hasNeoPbx || !facts.hasAiDisabled);

/** Settings that are opened by their address follow the same rules as those in the list at their left. */
export function settingsPlace<Name extends string>(
  path: string,
  sections: Rules<Name>,
  facts: SettingsFacts | null,
): SettingsPlace<Name> {
  const [name = '', ...rest] = path.split('/').filter((part) => part !== '');
  const known = Object.hasOwn(sections, name) ? (name as Name) : null;
  const section = known === null ? null : sections[known];
  const isShown = section?.isShown === undefined || (facts === null ? null : section.isShown(facts));
  if (isShown === null || (name === 'ai-features' && facts === null)) return { at: 'waiting' };
  if (name === 'ai-features' && !hasGrant(facts, 'CALL_BOOSTS')) return { at: 'leave' };
  const isAstray = rest.length > 0 && section?.hasPages !== true;
  if (known === null || !isShown || isAstray) return { at: 'elsewhere', path: firstSection };
  return { at: 'section', name: known, rest };
}
