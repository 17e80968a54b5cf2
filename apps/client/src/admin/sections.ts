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

/** The pages of the administration in the order of the left column; each is an address below `/admin`. */
export const adminSections = [
  'users',
  'numbers',
  'channels',
  'menus',
  'hours',
  'phones',
  'trunks',
  'blocked',
  'routing',
  'records',
  'company',
  'mail',
  'ai',
  'assistants',
  'crm',
  'news',
  'feedback',
  'log',
  'health',
  'backup',
] as const;
export type AdminSection = (typeof adminSections)[number];

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
