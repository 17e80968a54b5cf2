/** What would happen to a call: for whoever sets up how channels treat theirs. */
export { type DryRunRequest, type DryRunStep, dryRun } from './routing/dry-run.ts';
