import { resolve } from 'node:path';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { type ListedBridge, listedBridges } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import type { ExternalLinks } from '@sidetone/contract/rules/external-links.ts';
import { z } from 'zod';
import { clientsOf, type MicrosoftConfig, microsoftOf } from './config-clients.ts';
import {
  alarmSeconds,
  ConfigError,
  clientText,
  configProblems,
  databaseAddress,
  linkList,
  list,
  logLevel,
  nameServerList,
  networkList,
  ownObjects,
  portNumber,
  portRange,
  privateHostList,
  traceDays,
  webAddress,
  yesOrNo,
} from './config-values.ts';
import { type BackupConfig, backupSettings, keptOf } from './settings/backup-settings.ts';
import { type CellConfig, cellOf, cellSettings } from './settings/cell-settings.ts';
import { type FilesConfig, fileSettings } from './settings/file-settings.ts';
import { mediaProcesses } from './settings/media-places.ts';
import { type NodeConfig, nodeOf, nodeSettings } from './settings/node-settings.ts';
import { withSecretFiles } from './settings/secret-files.ts';
import { type MetricsConfig, seenOf, seenSettings, type TracingConfig } from './settings/seen-settings.ts';
import { refuseSharedPorts } from './settings/shared-ports.ts';

/** Everything that can be set from outside, read once at start from environment variables and handed to the rooms. */
export interface Config extends NodeConfig, CellConfig {
  readonly dataDir: string;
  /** Of the key that secrets are sealed with; undefined for the one in the data folder. */
  readonly keyFile: string | undefined;
  /** The bucket that files lie in; undefined for the data folder. */
  readonly files: FilesConfig | undefined;
  /** Address to listen on; loopback unless told otherwise. */
  readonly host: string;
  readonly port: number;
  readonly httpsPort: number;
  /** UDP and TCP. */
  readonly sipPort: number;
  /** SIP over TLS; undefined where it is not spoken: on loopback, unless a certificate or this port is set. */
  readonly sipTlsPort: number | undefined;
  /** UDP; the audio of all browsers. Further media processes have the ports that follow. */
  readonly mediaPort: number;
  readonly mediaProcesses: number;
  /** UDP; the audio of desk phones and trunks, an even port each. */
  readonly rtpPorts: { readonly from: number; readonly to: number };
  /** Authorities (PEM) that are trusted besides the system's where we connect by SIP over TLS. */
  readonly sipTlsCaFile: string | undefined;
  /** Addresses under which others reach this machine from outside its network. */
  readonly publicAddresses: readonly string[];
  /** Whether strangers on the public internet get no answer to an INVITE. */
  readonly ignoresStrangers: boolean;
  /** IP addresses and CIDR blocks of proxies in front of us, whose word about their clients counts. */
  readonly trustedProxies: readonly string[];
  /** Hosts, IP addresses and CIDR blocks of the server's own network that address books and trunks of accounts may lie on. */
  readonly integrationPrivateHosts: readonly string[];
  /** Where HubSpot answers: the vendor's own address, or that of a proxy or a simulator. */
  readonly hubSpotUrl: string;
  /** Where users of HubSpot sign in: the vendor's own address, or that of a simulator. */
  readonly hubSpotAppUrl: string;
  /** The same for Pipedrive, both of them. */
  readonly pipedriveUrl: string;
  /** Where users of any company sign in to Salesforce; see `hubSpotUrl`. */
  readonly salesforceUrl: string;
  /** Where users sign in to Zoho, and where each data centre of it is taken to be; see `hubSpotUrl`. */
  readonly zohoUrl: string;
  /** Objects that only companies of this server have in Salesforce, by the type of record that they are here. */
  readonly salesforceObjects: Readonly<Partial<Record<EntityType, string>>>;
  /** Where sipgate answers. */
  readonly sipgateUrl: string;
  /** Bridges to other CRMs. */
  readonly bridges: readonly ListedBridge[];
  /** What the operator has registered at vendors whose users sign in at their pages, by the name of the integration. */
  readonly integrationClients: ReadonlyMap<string, { readonly id: string; readonly secret: string }>;
  /** Where users show in Microsoft Teams that they talk; the client is undefined where the operator has none. */
  readonly microsoft: MicrosoftConfig;
  /** The same as `integrationPrivateHosts`, for AI services, webhook receivers, mail servers and sign-on providers of accounts. */
  readonly aiPrivateHosts: readonly string[];
  readonly webhookPrivateHosts: readonly string[];
  readonly mailPrivateHosts: readonly string[];
  readonly signOnPrivateHosts: readonly string[];
  /** Name servers that are asked whether a company has proved an email domain, such as `127.0.0.1:5353`; none: those of this machine. */
  readonly nameServers: readonly string[];
  /** Models for the recogniser on this server: a store of the house's own, and a list of models besides those that are known. */
  readonly models: { readonly mirror: string | null; readonly listFile: string | null };
  /** Hosts whose pictures browsers may load; `*` is every host. */
  readonly pictureHosts: readonly string[];
  /** STUN and TURN servers for browsers behind strict networks. */
  readonly ice: IceSettings;
  /** A PostgreSQL of the operator's own; undefined for the one that comes with the server. */
  readonly databaseUrl: string | undefined;
  /** The same database as the role that its tables belong to; undefined where one role does everything. */
  readonly databaseOwnerUrl: string | undefined;
  readonly logLevel: z.infer<typeof logLevel>;
  /** How long the SIP messages of calls are kept, in days; 0: not at all. */
  readonly sipTraceDays: number;
  /** How long trouble lasts before somebody is notified. */
  readonly alarmAfterSeconds: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** A Pusher-compatible service in place of the built-in one. */
  readonly pusher: PusherConfig | undefined;
  /** Where mail goes out; undefined when nothing is mailed and links are shown instead. */
  readonly mail: MailConfig | undefined;
  /** Scheme, host and port that people open and links lead to; undefined where none is set, and `link-places.ts` chooses. */
  readonly publicUrl: string | undefined;
  /** Where what people do with the app is passed on to; undefined when nobody wants to know it. */
  readonly analytics: { readonly url: string } | { readonly file: string } | undefined;
  /** Where pages outside the app are; null for none. */
  readonly links: ExternalLinks;
  readonly backup: BackupConfig;
  readonly metrics: MetricsConfig;
  /** Undefined where nothing is traced. */
  readonly tracing: TracingConfig | undefined;
  /** Settings that name files with secrets which others on this machine may read. */
  readonly openSecretFiles: readonly string[];
  /** True to make no demo company on an empty data folder. */
  readonly empty: boolean;
}

interface IceSettings {
  readonly stunUrls: readonly string[];
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
}

interface PusherConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  /** The sender, such as `Sidetone <phone@company.example>`. */
  readonly from: string;
}

const environment = z.object({
  DATA_DIR: z.string().default('./data'),
  SIDETONE_KEY_FILE: z.string().optional(),
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.literal('localhost')], 'must be an IP address of this machine')
    .default('127.0.0.1'),
  PORT: portNumber.default(8080),
  HTTPS_PORT: portNumber.default(8443),
  SIP_PORT: portNumber.default(5060),
  SIP_TLS_PORT: portNumber.optional(),
  SIP_TLS_CA: z.string().optional(),
  MEDIA_PORT: portNumber.default(8090),
  MEDIA_PROCESSES: mediaProcesses.default(1),
  RTP_PORTS: portRange.default({ from: 16000, to: 16999 }),
  PUBLIC_ADDRESS: list
    .pipe(z.array(z.union([z.ipv4(), z.ipv6()], 'must be IP addresses, separated by commas')))
    .default([]),
  SIP_IGNORE_STRANGERS: yesOrNo.default(true),
  TRUSTED_PROXIES: networkList,
  INTEGRATION_PRIVATE_HOSTS: privateHostList,
  INTEGRATION_HUBSPOT_URL: webAddress.default('https://api.hubapi.com'),
  INTEGRATION_HUBSPOT_APP_URL: webAddress.default('https://app.hubspot.com'),
  INTEGRATION_PIPEDRIVE_URL: webAddress.default('https://api.pipedrive.com'),
  INTEGRATION_SALESFORCE_URL: webAddress.default('https://login.salesforce.com'),
  INTEGRATION_ZOHO_URL: webAddress.default('https://accounts.zoho.com'),
  INTEGRATION_SALESFORCE_OBJECTS: ownObjects.default({}),
  INTEGRATION_SIPGATE_URL: webAddress.default('https://api.sipgate.com'),
  INTEGRATION_BRIDGES: listedBridges.default([]),
  INTEGRATION_HUBSPOT_CLIENT_ID: clientText,
  INTEGRATION_HUBSPOT_CLIENT_SECRET: clientText,
  INTEGRATION_PIPEDRIVE_CLIENT_ID: clientText,
  INTEGRATION_PIPEDRIVE_CLIENT_SECRET: clientText,
  INTEGRATION_SALESFORCE_CLIENT_ID: clientText,
  INTEGRATION_SALESFORCE_CLIENT_SECRET: clientText,
  INTEGRATION_ZOHO_CLIENT_ID: clientText,
  INTEGRATION_ZOHO_CLIENT_SECRET: clientText,
  MICROSOFT_CLIENT_ID: clientText,
  MICROSOFT_CLIENT_SECRET: clientText,
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,99}$/i, 'must be organizations, or the id or a domain of a company')
    .default('organizations'),
  MICROSOFT_URL: webAddress.default('https://login.microsoftonline.com'),
  MICROSOFT_GRAPH_URL: webAddress.default('https://graph.microsoft.com'),
  AI_PRIVATE_HOSTS: privateHostList,
  MODEL_MIRROR: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .refine((url) => !/^[^/?#]*\/\/[^/?#]*@/.test(url), 'must name no user and no password')
    .optional(),
  MODEL_LIST: z.string().optional(),
  WEBHOOK_PRIVATE_HOSTS: privateHostList,
  MAIL_PRIVATE_HOSTS: privateHostList,
  SIGN_ON_PRIVATE_HOSTS: privateHostList,
  DOMAIN_NAME_SERVERS: nameServerList,
  PICTURE_HOSTS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?)$/i,
            'must be hosts such as pictures.example, or *',
          ),
      ),
    )
    .default([]),
  STUN_URLS: list.pipe(z.array(z.string().regex(/^stuns?:/, 'must begin with stun: or stuns:'))).default([]),
  TURN_URLS: list.pipe(z.array(z.string().regex(/^turns?:/, 'must begin with turn: or turns:'))).default([]),
  TURN_SECRET: z.string().optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  LOG_LEVEL: logLevel.default('info'),
  SIP_TRACE_DAYS: traceDays.default(14),
  ALARM_AFTER_SECONDS: alarmSeconds.default(60),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  PUSHER_HOST: z.string().optional(),
  PUSHER_PORT: portNumber.optional(),
  PUSHER_TLS: yesOrNo.default(true),
  PUSHER_APP_ID: z.string().optional(),
  PUSHER_KEY: z.string().optional(),
  PUSHER_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address such as Sidetone <phone@company.example>')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must begin with https:// or http://' }).optional(),
  ANALYTICS_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    // Nothing could be sent there, and the log would repeat it with each event.
    .refine((url) => !/^[^/?#]*\/\/[^/?#]*@/.test(url), 'must name no user and no password')
    .optional(),
  ANALYTICS_FILE: z.string().optional(),
  EXTERNAL_LINKS: linkList.default({}),
  ...nodeSettings,
  ...cellSettings,
  EMPTY: yesOrNo.default(false),
  ...backupSettings,
  ...seenSettings,
  ...fileSettings,
});

/** Reads the settings from environment variables; an empty variable counts as unset. Throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { given, readableByOthers } = withSecretFiles(env);
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(configProblems(parsed.error.issues, given));
  const values = parsed.data;
  const host = values.HOST === 'localhost' ? '127.0.0.1' : values.HOST;
  const tls = tlsOf(values);
  const sipTlsPort = values.SIP_TLS_PORT ?? (tls || isOpenToOthers({ host }) ? 5061 : undefined);
  refuseSharedPorts({ ...values, SIP_TLS_PORT: sipTlsPort });
  return {
    dataDir: resolve(values.DATA_DIR),
    keyFile: values.SIDETONE_KEY_FILE && resolve(values.SIDETONE_KEY_FILE),
    ...keptOf(values),
    host,
    port: values.PORT,
    httpsPort: values.HTTPS_PORT,
    sipPort: values.SIP_PORT,
    sipTlsPort,
    sipTlsCaFile: values.SIP_TLS_CA && resolve(values.SIP_TLS_CA),
    ...mediaOf(values),
    publicAddresses: values.PUBLIC_ADDRESS,
    ignoresStrangers: values.SIP_IGNORE_STRANGERS,
    trustedProxies: values.TRUSTED_PROXIES,
    integrationPrivateHosts: values.INTEGRATION_PRIVATE_HOSTS,
    ...vendorsOf(values),
    salesforceObjects: values.INTEGRATION_SALESFORCE_OBJECTS,
    bridges: values.INTEGRATION_BRIDGES,
    integrationClients: clientsOf(values),
    microsoft: microsoftOf(values),
    aiPrivateHosts: values.AI_PRIVATE_HOSTS,
    models: { mirror: values.MODEL_MIRROR ?? null, listFile: values.MODEL_LIST ? resolve(values.MODEL_LIST) : null },
    webhookPrivateHosts: values.WEBHOOK_PRIVATE_HOSTS,
    mailPrivateHosts: values.MAIL_PRIVATE_HOSTS,
    signOnPrivateHosts: values.SIGN_ON_PRIVATE_HOSTS,
    nameServers: values.DOMAIN_NAME_SERVERS,
    pictureHosts: values.PICTURE_HOSTS,
    ice: { stunUrls: values.STUN_URLS, turn: turnOf(values) },
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: ownerUrlOf(values),
    logLevel: values.LOG_LEVEL,
    sipTraceDays: values.SIP_TRACE_DAYS,
    alarmAfterSeconds: values.ALARM_AFTER_SECONDS,
    tls,
    pusher: pusherOf(values),
    mail: mailOf(values),
    publicUrl: values.PUBLIC_URL === undefined ? undefined : new URL(values.PUBLIC_URL).origin,
    analytics: analyticsOf(values),
    links: values.EXTERNAL_LINKS,
    ...seenOf(values),
    openSecretFiles: readableByOthers,
    ...nodeOf(values),
    ...cellOf(values),
    empty: values.EMPTY,
  };
}

/** True when other machines can reach what we listen on. */
export const isOpenToOthers = ({ host }: Pick<Config, 'host'>): boolean => !(host.startsWith('127.') || host === '::1');

type Values = z.infer<typeof environment>;

/** Where vendors answer. */
const vendorsOf = (values: Values) => ({
  hubSpotUrl: values.INTEGRATION_HUBSPOT_URL,
  hubSpotAppUrl: values.INTEGRATION_HUBSPOT_APP_URL,
  pipedriveUrl: values.INTEGRATION_PIPEDRIVE_URL,
  salesforceUrl: values.INTEGRATION_SALESFORCE_URL,
  zohoUrl: values.INTEGRATION_ZOHO_URL,
  sipgateUrl: values.INTEGRATION_SIPGATE_URL,
});

const mediaOf = (values: Values) => ({
  mediaPort: values.MEDIA_PORT,
  mediaProcesses: values.MEDIA_PROCESSES,
  rtpPorts: values.RTP_PORTS,
});

const tlsOf = ({ TLS_CERT, TLS_KEY }: Values): Config['tls'] => {
  if (TLS_CERT && TLS_KEY) return { certFile: resolve(TLS_CERT), keyFile: resolve(TLS_KEY) };
  if (TLS_CERT || TLS_KEY) throw new ConfigError('TLS_CERT and TLS_KEY belong together; only one of them is set.');
  return undefined;
};

const ownerUrlOf = ({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: Values): string | undefined => {
  if (ownerUrl === undefined || url !== undefined) return ownerUrl;
  throw new ConfigError(
    'DATABASE_OWNER_URL is set without DATABASE_URL, which names the role that the server works as.',
  );
};

const turnOf = ({ TURN_URLS: urls, TURN_SECRET: secret }: Values): IceSettings['turn'] => {
  if (urls.length > 0 && secret) return { urls, secret };
  if (urls.length > 0 || secret) {
    throw new ConfigError('TURN_URLS and TURN_SECRET belong together; only one of them is set.');
  }
  return undefined;
};

const mailOf = ({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values): MailConfig | undefined => {
  if (smtpUrl && from) return { smtpUrl, from };
  if (smtpUrl || from) throw new ConfigError('SMTP_URL and MAIL_FROM belong together; only one of them is set.');
  return undefined;
};

const analyticsOf = ({ ANALYTICS_URL: url, ANALYTICS_FILE: file }: Values): Config['analytics'] => {
  if (url && file) throw new ConfigError('ANALYTICS_URL and ANALYTICS_FILE are both set; events go to one of them.');
  if (url) return { url };
  return file ? { file: resolve(file) } : undefined;
};

const pusherOf = (values: Values): PusherConfig | undefined => {
  const { PUSHER_HOST: host, PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret } = values;
  if (!host && !appId && !key && !secret) return undefined;
  if (!host || !appId || !key || !secret) {
    throw new ConfigError(
      'PUSHER_HOST, PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET belong together; some are not set.',
    );
  }
  const tls = values.PUSHER_TLS;
  return { host, appId, key, secret, tls, port: values.PUSHER_PORT ?? (tls ? 443 : 80) };
};
