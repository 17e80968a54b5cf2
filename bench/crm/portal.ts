/** Where a portal answers, and the key that it takes. */
export interface PortalPlace {
  readonly url: string;
  readonly key: string;
}

/** The number of a contact of the portal, in E.164. */
export const numberOf = (at: number): string => `+4930${20_000_000 + at}`;

/** What a portal is told: it answers one request in so many milliseconds; 0 for as fast as it can. */
export interface PortalPace {
  readonly paceMs: number;
}
