import type { HubSpotObjects, Stored } from './objects.ts';
import type { HubSpotProperties } from './properties.ts';

/** Someone of the portal who can own records. */
interface Owner {
  readonly id: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly type: 'PERSON' | 'QUEUE';
}

/** A rule of the portal's administrators: its words where a record of this type must not have these values. */
interface Rule {
  readonly type: string;
  refuses(values: Readonly<Record<string, string>>): string | null;
}

/** What a portal holds, and how its administrators have set it up. */
export interface Portal {
  readonly id: number;
  readonly objects: HubSpotObjects;
  readonly properties: HubSpotProperties;
  readonly owners: Owner[];
  readonly rules: Rule[];
  /** Scopes that its apps were not given. */
  readonly withheld: Set<string>;
  /** Ids of records that belong to another team. */
  readonly hidden: Set<string>;
  /** Searches see nothing that is younger. */
  searchLagMs: number;
  now(): Date;
}

/** Scopes of which a request needs one; reading is part of writing. */
export const scopesFor = (type: string, isWrite: boolean): readonly string[] => {
  if (type === 'tickets') return ['tickets'];
  // Activities have no scopes of their own.
  const of = type === 'calls' || type === 'tasks' ? 'contacts' : type;
  return isWrite ? [`crm.objects.${of}.write`] : [`crm.objects.${of}.read`, `crm.objects.${of}.write`];
};

/** Calls or tasks that were made with this key, archived ones as well: never more than one. */
export const recordsWithKey = (objects: HubSpotObjects, key: string): readonly Stored[] =>
  [...objects.all.values()].filter(({ type, properties }) => {
    const [own, spare] =
      { calls: ['sidetone_call_id', 'hs_call_external_id'], tasks: ['sidetone_task_id', ''] }[type] ?? [];
    if (own === undefined || spare === undefined) return false;
    const text = properties['hs_task_body'] ?? '';
    return (
      properties[own] === key || properties[spare] === key || (properties[own] === undefined && text.includes(key))
    );
  });
