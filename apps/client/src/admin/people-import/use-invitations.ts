import type { ImportedRow } from '@sidetone/contract/entities/people-import.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { useState } from 'react';
import { call } from '#live/line/http.ts';
import { patiently } from '../first-run/patiently.ts';
import type { HandedLink } from '../users/HandedLinks.tsx';
import { needsHandover } from '../users/made-link.ts';

/** How far inviting is, and what came of it. */
export interface Invited {
  readonly done: number;
  readonly total: number;
  readonly mailed: number;
  readonly failed: number;
  readonly links: readonly HandedLink[];
}

/** Invites the people of an import one after the other; null before. */
export function useInvitations(): {
  invited: Invited | null;
  isRunning: boolean;
  invite: (rows: readonly ImportedRow[]) => Promise<void>;
} {
  const [invited, setInvited] = useState<Invited | null>(null);
  const invite = async (rows: readonly ImportedRow[]) => {
    let now: Invited = { done: 0, total: rows.length, mailed: 0, failed: 0, links: [] };
    setInvited(now);
    for (const { userId, firstName, lastName } of rows) {
      if (userId === null) continue;
      try {
        const made = await patiently(() => call(adminUserRoutes.resendInvitation, { params: { userId } }));
        const link = { name: `${firstName} ${lastName}`, url: made.url, reach: made.reach };
        now = needsHandover(made) ? { ...now, links: [...now.links, link] } : { ...now, mailed: now.mailed + 1 };
      } catch {
        now = { ...now, failed: now.failed + 1 };
      }
      now = { ...now, done: now.done + 1 };
      setInvited(now);
    }
  };
  return { invited, isRunning: invited !== null && invited.done < invited.total, invite };
}
