import { type LucideIcon, Plug } from 'lucide-react';
import type { ComponentType } from 'react';
import { IntegrationsSection } from './integrations/IntegrationsSection.tsx';

export interface SectionProps {
  /** What follows the section in the address, such as `['CARDDAV']`. */
  rest: readonly string[];
  /** Goes to a page of the section: what follows it in the address, empty for its first page. */
  onGo: (rest: string) => void;
  onClose: () => void;
}

/** The parts of the settings in their order, by what stands for them in addresses. A new one is a line here. */
export const sections = {
  integrations: { group: 'app', icon: Plug, words: 'integrations', page: IntegrationsSection },
} as const satisfies Record<
  string,
  { group: 'app' | 'you'; icon: LucideIcon; words: string; page: ComponentType<SectionProps> }
>;

export type SectionName = keyof typeof sections;

/** The part of the settings that an address names; whatever is none leads to the integrations. */
export const firstSection: SectionName = 'integrations';

export function isSection(name: string | undefined): name is SectionName {
  return name !== undefined && Object.hasOwn(sections, name);
}
