/** How many calls the operator of the server lets companies have. Answers from memory: every call asks it. */
export interface CompanyCalls {
  /** At the same time; null: as many as it likes. */
  mostCallsOf(accountId: string): number | null;
  /** Whether a number may call for help, before anybody knows who dials it. */
  isForHelp(accountId: string, called: string): boolean;
}
