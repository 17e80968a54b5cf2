import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';

/** All users of the account by their id. */
export function useColleagues(): ReadonlyMap<string, Colleague> {
  const { rows } = useLive(phoneQueries.webusers, {});
  return useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
}

/** First and last name, in that order. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** A colleague as the other side of a call. */
export function colleagueAsRemote(person: Colleague): Remote {
  return {
    name: fullName(person),
    organization: null,
    avatarType: 'contact',
    avatarUrl: person.avatarUrl ?? null,
    isTeam: true,
    contactId: null,
    userId: person.id,
  };
}
