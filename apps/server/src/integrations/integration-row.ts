import {
  type ConnectedIntegration,
  connectedIntegration,
  integrationProblem,
} from '@sidetone/contract/entities/integration.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { IntegrationError, Offer } from './connector.ts';

export const integrationColumns = [
  'id',
  'name',
  'connected_by',
  'url',
  'user_name',
  'state',
  'contact_count',
  'progress',
  'problem',
  'last_synced_at',
  'not_before',
  'rev',
] as const satisfies readonly (keyof Schema['integrations'])[];
type Row = Pick<Selectable<Schema['integrations']>, (typeof integrationColumns)[number]>;

const { progress } = connectedIntegration.shape;

/**
 * A connection as the client sees it, for which so many logs wait. Of an integration that this server does not know any more only
 * the name is left.
 */
export function connectedOf(row: Row, offer: Offer | null, waitingLogs = 0): ConnectedIntegration & { rev: number } {
  return {
    ...(offer ?? unknown(row.name)),
    id: row.id,
    name: row.name,
    state: row.state,
    authenticationRequired: row.state === 'AUTHENTICATION_REQUIRED',
    connectedBy: row.connected_by,
    url: row.url,
    userName: row.user_name,
    contactCount: row.contact_count,
    progress: progress.safeParse(row.progress).data ?? null,
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    problem: integrationProblem.nullable().safeParse(row.problem).data ?? null,
    waitingLogs,
    busyUntil: row.not_before !== null && row.not_before > new Date() ? row.not_before.toISOString() : null,
    rev: Number(row.rev),
  };
}

const unknown = (name: string): Offer => ({
  name,
  displayName: name,
  features: [],
  contactAttributes: {},
  limitations: {},
  phoneNumberLabels: [],
  isOAuth: false,
  configurationValues: [],
  callLoggingEntityTypes: [],
  isEnabled: false,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: null,
});

/** What is told of an error, as JSON. */
export const problemOf = ({ type, detail, translationKey }: IntegrationError) => ({
  type,
  detail,
  ...(translationKey === undefined ? {} : { translationKey }),
});
