import { type AdminSection, adminSections } from '@sidetone/contract/rules/admin/role-table.ts';
import {
  AudioLines,
  Award,
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
  Layers,
  ListTree,
  LogIn,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  Phone,
  PhoneCall,
  Presentation,
  Route,
  ScrollText,
  Speaker,
  UserRound,
  UsersRound,
} from 'lucide-react';

/** The pages of the administration as the left column groups and orders them; each is an address below `/admin`. */
export const adminGroups = [
  { group: 'people', sections: ['users', 'numbers', 'channels', 'phones', 'trunks'] },
  { group: 'calls', sections: ['menus', 'rooms', 'paging', 'hours', 'skills', 'routing', 'blocked', 'records'] },
  { group: 'services', sections: ['ai', 'assistants', 'crm'] },
  { group: 'company', sections: ['company', 'sso', 'mail', 'access', 'news', 'feedback', 'log', 'health', 'backup'] },
  { group: 'server', sections: ['companies'] },
] as const satisfies readonly { readonly group: string; readonly sections: readonly AdminSection[] }[];

export const sectionIcons: Record<AdminSection, LucideIcon> = {
  users: UserRound,
  numbers: Hash,
  channels: UsersRound,
  menus: ListTree,
  rooms: Presentation,
  paging: Speaker,
  hours: CalendarClock,
  skills: Award,
  phones: Phone,
  trunks: Cable,
  blocked: Ban,
  routing: Route,
  records: PhoneCall,
  company: Building2,
  mail: Mail,
  access: KeyRound,
  sso: LogIn,
  ai: AudioLines,
  assistants: ConciergeBell,
  crm: ScrollText,
  news: Megaphone,
  feedback: MessageSquareText,
  log: History,
  health: HeartPulse,
  backup: DatabaseBackup,
  companies: Layers,
};

/** The section of an address, or null where there is none. */
export function sectionOf(name: string | undefined): AdminSection | null {
  return adminSections.find((section) => section === name) ?? null;
}
