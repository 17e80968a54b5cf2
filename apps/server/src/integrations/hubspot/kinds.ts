import { mirroredAs } from '../../crm/record-id.ts';
import type { SourceContact } from '../connector.ts';
import { type ContactRecord, contactOf, contactProperties, contactsPath, objectsPath, type Portal } from './records.ts';

/** Records of HubSpot that call, and are contacts here. */
export interface Kind {
  readonly type: 'contacts' | 'companies';
  readonly path: string;
  /** What is read of them. */
  readonly properties: readonly string[];
  /** The property that says when one was changed. */
  readonly changed: 'lastmodifieddate' | 'hs_lastmodifieddate';
  /** Null for one that is none of our contacts. */
  contactOf(portal: Portal, record: ContactRecord): SourceContact | null;
}

export const contacts: Kind = {
  type: 'contacts',
  path: contactsPath,
  properties: contactProperties,
  changed: 'lastmodifieddate',
  contactOf,
};

/** Companies that have a number of their own. They are changed in HubSpot. */
export const companies: Kind = {
  type: 'companies',
  path: `${objectsPath}/companies`,
  properties: ['name', 'phone', 'domain', 'hs_merged_object_ids'],
  changed: 'hs_lastmodifieddate',
  contactOf({ uiDomain, portalId }, { id, properties: { name, phone, domain }, updatedAt }) {
    if (!phone?.trim()) return null;
    return {
      externalId: mirroredAs({ type: 'companies', id }),
      type: 'companies',
      etag: updatedAt,
      name: name?.trim() || domain?.trim() || null,
      firstName: null,
      lastName: null,
      organization: null,
      email: null,
      phoneNumbers: [{ label: 'work', number: phone }],
      avatarUrl: null,
      contactUrl: `https://${uiDomain}/contacts/${portalId}/record/0-2/${id}`,
      readonly: true,
      relatesTo: [],
      original: null,
    };
  },
};

/** The kind of what is mirrored by an id, and HubSpot's id of it; null for an id that is none of HubSpot's. */
export function recordOf(externalId: string): { readonly kind: Kind; readonly id: string } | null {
  const [, prefix = '', id = ''] = /^(companies:)?(\d{1,20})$/.exec(externalId) ?? [];
  return id === '' ? null : { kind: prefix === '' ? contacts : companies, id };
}
