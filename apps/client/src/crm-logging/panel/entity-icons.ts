import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import {
  Briefcase,
  Building,
  Building2,
  CircleDollarSign,
  Handshake,
  type LucideIcon,
  Magnet,
  Ticket,
  UserRound,
} from 'lucide-react';

/** A sign for each kind of records of a CRM. */
export const entityIcons: Record<EntityType, LucideIcon> = {
  contacts: UserRound,
  companies: Building2,
  accounts: Building2,
  leads: Magnet,
  deals: Handshake,
  opportunities: CircleDollarSign,
  tickets: Ticket,
  cases: Briefcase,
  building_objects: Building,
  building_object_leads: Building,
};
