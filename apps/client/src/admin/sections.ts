import {
  AudioLines,
  Ban,
  Building2,
  Cable,
  CalendarClock,
  ConciergeBell,
  DatabaseBackup,
  Hash,
  HeartPulse,
  History,
  KeyRound,
  ListTree,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  Phone,
  PhoneCall,
  Route,
  ScrollText,
  UserRound,
  UsersRound,
} from 'lucide-react';

/** The pages of the administration as the left column groups and orders them; each is an address below `/admin`. */
export const adminGroups = [
  { group: 'people', sections: ['users', 'numbers', 'channels', 'phones', 'trunks'] },
  { group: 'calls', sections: ['menus', 'hours', 'routing', 'blocked', 'records'] },
  { group: 'services', sections: ['ai', 'assistants', 'crm'] },
  { group: 'company', sections: ['company', 'sso', 'mail', 'news', 'feedback', 'log', 'health', 'backup'] },
] as const;
const adminSections = adminGroups.flatMap(({ sections }): readonly AdminSection[] => sections);
export type AdminSection = (typeof adminGroups)[number]['sections'][number];

export const sectionIcons: Record<AdminSection, LucideIcon> = {
  users: UserRound,
  numbers: Hash,
  channels: UsersRound,
  menus: ListTree,
  hours: CalendarClock,
  phones: Phone,
  trunks: Cable,
  blocked: Ban,
  routing: Route,
  records: PhoneCall,
  company: Building2,
  mail: Mail,
  sso: KeyRound,
  ai: AudioLines,
  assistants: ConciergeBell,
  crm: ScrollText,
  news: Megaphone,
  feedback: MessageSquareText,
  log: History,
  health: HeartPulse,
  backup: DatabaseBackup,
};

/** The section of an address, or null where there is none. */
export function sectionOf(name: string | undefined): AdminSection | null {
  return adminSections.find((section) => section === name) ?? null;
}
