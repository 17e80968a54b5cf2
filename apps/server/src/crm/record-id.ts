import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import type { EntityRef } from './crm-side.ts';

/**
 * What a record is mirrored by where a CRM counts the records of each type for itself, so that a contact and a company may have
 * the same id: contacts by their id, others by their type and id.
 */
export const mirroredAs = ({ type, id }: EntityRef): string => (type === 'contacts' ? id : `${type}:${id}`);

/** The CRM's id of a record by what it is mirrored by. */
export const recordIdOf = (type: EntityType, mirrored: string): string => {
  const counted = type !== 'contacts' && mirrored.startsWith(`${type}:`) ? mirrored.slice(type.length + 1) : '';
  return /^\d{1,20}$/.test(counted) ? counted : mirrored;
};
