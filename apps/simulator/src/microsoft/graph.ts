import { z } from 'zod';
import type { Reply } from './sign-in.ts';

interface Session {
  readonly availability: string;
  readonly activity: string;
  readonly until: number;
}

/** The states that an app may set, as Graph documents them. */
const states = [
  'Available/Available',
  'Busy/InACall',
  'Busy/InAConferenceCall',
  'Away/Away',
  'DoNotDisturb/Presenting',
];
const setPresence = z
  .strictObject({
    sessionId: z.string(),
    availability: z.string(),
    activity: z.string(),
    expirationDuration: z.string().regex(/^PT(\d+)([HM])$/),
  })
  .refine(({ availability, activity }) => states.includes(`${availability}/${activity}`));
const clearPresence = z.strictObject({ sessionId: z.string() });

interface Ground {
  readonly app: { readonly clientId: string };
  readonly person: { readonly id: string; readonly userPrincipalName: string };
  scopesOf(token: string): readonly string[] | null;
}

/** Graph v1.0, as far as it knows one person and their presence. */
export function graphOf({ app, person, scopesOf }: Ground, now: () => Date) {
  let session: Session | null = null;
  let inTeams: { readonly availability: string; readonly activity: string } | null = null;
  const shown = (): string | null =>
    session !== null && session.until > now().getTime() ? `${session.availability}/${session.activity}` : null;
  const actions: Readonly<Record<string, (body: unknown) => Reply>> = {
    setPresence(body) {
      const read = setPresence.safeParse(body);
      if (!read.success || read.data.sessionId !== app.clientId) return problem(400, 'InvalidArgument');
      const { availability, activity, expirationDuration } = read.data;
      const minutes = minutesOf(expirationDuration);
      if (minutes < 5 || minutes > 240) return problem(400, 'InvalidArgument');
      session = { availability, activity, until: now().getTime() + minutes * 60_000 };
      return { status: 200 };
    },
    clearPresence(body) {
      const read = clearPresence.safeParse(body);
      if (!read.success || read.data.sessionId !== app.clientId) return problem(400, 'InvalidArgument');
      if (shown() === null) return problem(404, 'NotFound');
      session = null;
      return { status: 200 };
    },
  };
  return {
    shown,
    /** What the person does or has chosen in Teams, which goes before what apps say; null for nothing. */
    setInTeams(state: typeof inTeams) {
      inTeams = state;
    },
    reply(method: string, { pathname }: URL, body: unknown, token: string): Reply {
      const scopes = scopesOf(token);
      if (scopes === null) return problem(401, 'InvalidAuthenticationToken');
      const has = (scope: string) => scopes.includes(scope);
      if (method === 'GET' && pathname === '/v1.0/me')
        return has('User.Read') ? { status: 200, body: { ...person, mail: null } } : problem(403, 'Forbidden');
      if (method === 'GET' && pathname === '/v1.0/me/presence') {
        if (!has('Presence.Read')) return problem(403, 'Forbidden');
        const [availability = 'Available', activity = 'Available'] = shown()?.split('/') ?? [];
        return { status: 200, body: { id: person.id, availability, activity, ...inTeams } };
      }
      const [, id, name = ''] = /^\/v1\.0\/users\/([^/]+)\/presence\/(\w+)$/.exec(pathname) ?? [];
      const action = method === 'POST' && Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) return problem(404, 'ResourceNotFound');
      if (id !== person.id || !has('Presence.ReadWrite')) return problem(403, 'Forbidden');
      return action(body);
    },
  };
}

/** An error as Graph words them. */
export const problem = (status: number, code: string): Reply => ({ status, body: { error: { code, message: code } } });

function minutesOf(duration: string): number {
  const [, count, unit] = /^PT(\d+)([HM])$/.exec(duration) ?? [];
  return Number(count) * (unit === 'H' ? 60 : 1);
}
