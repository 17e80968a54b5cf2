import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import type { CrmSide } from './crm-side.ts';

/** A connected CRM of an account. */
export interface ConnectedCrm {
  readonly integrationId: string;
  /** Such as HUBSPOT. */
  readonly name: string;
  readonly displayName: string;
  /** Kinds of records that calls can be logged to. */
  readonly entityTypes: readonly EntityType[];
  readonly canCreateTasks: boolean;
  readonly state: 'CONNECTING' | 'CONNECTED' | 'AUTHENTICATION_REQUIRED' | 'DISCONNECTING';
}

/** How features reach connected CRMs without knowing vendors. */
export interface CrmAccess {
  /** CRMs that the account has connected and calls can be logged to, by name. */
  connectedTo(accountId: string): Promise<readonly ConnectedCrm[]>;
  /**
   * Does something with one. Rejects with an `IntegrationError`, also for a connection that is signed out, gone, of another
   * account, or of a vendor that logs no calls. The connection's `not_before` is honoured and noted here.
   */
  use<T>(accountId: string, integrationId: string, signal: AbortSignal, work: (crm: CrmSide) => Promise<T>): Promise<T>;
}
