import {
  AudioLines,
  Ban,
  CircleUserRound,
  FlaskConical,
  Headphones,
  type LucideIcon,
  Mail,
  Palette,
  Phone,
  PhoneForwarded,
  Plug,
  Presentation,
  Puzzle,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { AdvancedSection } from './advanced/AdvancedSection.tsx';
import { AiFeaturesSection } from './ai-features/AiFeaturesSection.tsx';
import { AudioSection } from './audio/AudioSection.tsx';
import { BlockedSection } from './blocked/BlockedSection.tsx';
import { EmailsSection } from './emails/EmailsSection.tsx';
import { ExtensionsSection } from './extensions/ExtensionsSection.tsx';
import { ForwardingSection } from './forwarding/ForwardingSection.tsx';
import { IntegrationsSection } from './integrations/IntegrationsSection.tsx';
import { LabsSection } from './labs/LabsSection.tsx';
import { PhonesSection } from './phones/PhonesSection.tsx';
import { PreferencesSection } from './preferences/PreferencesSection.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { RoomsSection } from './rooms/RoomsSection.tsx';
import type { SectionProps } from './section-props.ts';
import { hasAiSection, type SettingsFacts, type SettingsPlace, settingsPlace } from './settings-place.ts';

interface Section {
  group: 'app' | 'you';
  icon: LucideIcon;
  /** The file of words with its title. */
  words: string;
  page: ComponentType<SectionProps>;
  /** The users who have it; all by default. Null: not known yet. */
  isShown?: (facts: SettingsFacts) => boolean | null;
  /** Whether it has pages of its own. */
  hasPages?: boolean;
}

/** The sections of the settings in their order, by their names in addresses. A new one is a line here. */
export const sections = {
  integrations: { group: 'app', icon: Plug, words: 'integrations', page: IntegrationsSection, hasPages: true },
  'ai-features': {
    group: 'app',
    icon: AudioLines,
    words: 'aiFeatures',
    page: AiFeaturesSection,
    hasPages: true,
    isShown: hasAiSection,
  },
  phone: {
    group: 'app',
    icon: Phone,
    words: 'phones',
    page: PhonesSection,
    hasPages: true,
    isShown: ({ hasNeoPbx }: SettingsFacts) => !hasNeoPbx,
  },
  audio: { group: 'app', icon: Headphones, words: 'audio', page: AudioSection },
  'blocked-callers': { group: 'app', icon: Ban, words: 'blocked', page: BlockedSection },
  'conference-rooms': {
    group: 'app',
    icon: Presentation,
    words: 'rooms',
    page: RoomsSection,
    isShown: ({ hasNeoPbx, hasRooms }: SettingsFacts) => hasNeoPbx && hasRooms,
  },
  labs: { group: 'app', icon: FlaskConical, words: 'labs', page: LabsSection, hasPages: true },
  extensions: {
    group: 'app',
    icon: Puzzle,
    words: 'extensions',
    page: ExtensionsSection,
    isShown: ({ hasNeoPbx }: SettingsFacts) => hasNeoPbx,
  },
  advanced: { group: 'app', icon: SlidersHorizontal, words: 'advanced', page: AdvancedSection },
  profile: { group: 'you', icon: CircleUserRound, words: 'profile', page: ProfileSection },
  forwarding: { group: 'you', icon: PhoneForwarded, words: 'forwarding', page: ForwardingSection },
  emails: { group: 'you', icon: Mail, words: 'emails', page: EmailsSection },
  preferences: { group: 'you', icon: Palette, words: 'preferences', page: PreferencesSection },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** The target of an address of the settings for a user. */
export function placeOf(path: string, facts: SettingsFacts | null): SettingsPlace<SectionName> {
  const rules: Readonly<Record<SectionName, Section>> = sections;
  return settingsPlace(path, rules, facts);
}

/** The sections of a user, in their order. Before that is known, only those that all users have. */
export function shownSections(facts: SettingsFacts | null): SectionName[] {
  return (Object.keys(sections) as SectionName[]).filter((name) => {
    const { isShown }: Section = sections[name];
    return isShown === undefined || (facts !== null && isShown(facts) === true);
  });
}
