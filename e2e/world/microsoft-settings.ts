import type { Microsoft } from '@sidetone/simulator/microsoft/microsoft.ts';

/** What an operator sets for a Sidetone that was registered at this Microsoft, which is on the same machine. */
export const microsoftSettings = ({ app, url }: Microsoft, httpPort: number): Readonly<Record<string, string>> => ({
  PUBLIC_URL: `http://localhost:${httpPort}`,
  INTEGRATION_PRIVATE_HOSTS: '127.0.0.1',
  MICROSOFT_CLIENT_ID: app.clientId,
  MICROSOFT_CLIENT_SECRET: app.clientSecret,
  MICROSOFT_URL: url,
  MICROSOFT_GRAPH_URL: url,
});
