import {
  Briefcase,
  Building2,
  Folder,
  Handshake,
  type LucideIcon,
  Target,
  Ticket,
  TrendingUp,
  UserRound,
} from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { contacts } from '#i18n/word-tables.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  contacts: UserRound,
  leads: Target,
  companies: Building2,
  accounts: Building2,
  building_objects: Building2,
  building_object_leads: Building2,
  deals: Handshake,
  opportunities: TrendingUp,
  tickets: Ticket,
  cases: Briefcase,
};

/** The symbol of a kind of records; an unknown kind has a folder. */
export const entityIcon = (type: string): LucideIcon => (Object.hasOwn(icons, type) ? icons[type] : null) ?? Folder;

/** The kind of a record in the words of the language; an unknown kind reads as its source wrote it. */
export function useTypeWord(): (type: string) => string {
  const { t } = useWords();
  return (type) => (isKnown(type) ? t(($) => $.contacts.types[type]) : type);
}

const isKnown = (type: string): type is keyof typeof contacts.types => Object.hasOwn(contacts.types, type);
