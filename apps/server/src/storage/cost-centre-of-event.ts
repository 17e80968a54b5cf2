import { sql } from 'kysely';

/** What the number here says, else the channel, else the user. For statements over events as `costCentreJoins` joins them. */
export const costCentreOfEvent = sql<string | null>`coalesce(n.cost_centre, c.cost_centre, u.cost_centre)`;

/** The user `u` and the number `n` of an event `e`; its channel is `c`. */
export const costCentreJoins = sql`left join users u on u.id = e.owner
  left join numbers n on n.e164 = e.on_phone_number and n.account_id = e.account_id`;
