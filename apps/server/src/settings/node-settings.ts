// The seat that this server carries, and where the others of its cell reach it.
import { isIP } from 'node:net';
import { z } from 'zod';

export interface NodeConfig {
  /** The node that it carries; `spare` for one that waits until another is free. */
  readonly nodeName: string;
  /** `host:port`; undefined where it follows from what is listened on. */
  readonly nodeSipAddress: string | undefined;
  /** An origin; see `nodeSipAddress`. */
  readonly nodeHttpAddress: string | undefined;
}

/** The name of no node: a server that waits for one. */
export const spareName = 'spare';

const isHostAndPort = (text: string): boolean => {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const isHost = isIP(host.replace(/^\[(.+)\]$/, '$1')) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host);
  return isHost && Number(port) >= 1 && Number(port) <= 65535;
};

export const nodeSettings = {
  NODE_NAME: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and dashes')
    .default('node-1'),
  NODE_SIP_ADDRESS: z.string().refine(isHostAndPort, 'must be a host and a port such as 10.0.0.7:5060').optional(),
  NODE_HTTP_ADDRESS: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .refine(
      (url) => URL.parse(url)?.pathname === '/' && !/[@?#]/.test(url),
      'must be an origin such as http://10.0.0.7:8080',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
};

const environment = z.object(nodeSettings);

export const nodeOf = (values: z.infer<typeof environment>): NodeConfig => ({
  nodeName: values.NODE_NAME,
  nodeSipAddress: values.NODE_SIP_ADDRESS,
  nodeHttpAddress: values.NODE_HTTP_ADDRESS,
});
