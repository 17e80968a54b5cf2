/**
 * Whether the calls of a user may be logged in CRMs: the plan of their account has the integration grant CALL_EVENT.
 * Nobody may before the user is known. SPERM-016
 */
export function mayLogCalls(
  person: { readonly plan: { readonly integrationGrants: readonly string[] } } | null | undefined,
): boolean {
  return person?.plan.integrationGrants.includes('CALL_EVENT') ?? false;
}
