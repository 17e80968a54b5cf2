import { z } from 'zod';

/** The parts of JSON Schema that schemas of the contract turn into. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
}

const byFormat: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  'date-time': '2026-05-04T08:00:00Z',
  date: '2026-05-04',
  uri: 'https://example.com/',
  uuid: '4c7b3a1e-0a61-4a8a-9c53-0e4f4f2a5d11',
  ipv4: '192.0.2.1',
};
/** Texts of which one fits most patterns of ids, numbers and names. */
const candidates = ['wsomebody', '+4930555099', '123', '12', 'a-name', '12:30', 'DE', '*21', 'Europe/Berlin'];

/** The smallest value that a schema takes, as far as its shape tells. */
export function sampleOf(schema: z.ZodType): unknown {
  return sampleFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
}

function sampleFor(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const one = shape.anyOf?.[0] ?? shape.oneOf?.[0] ?? shape.allOf?.[0];
  if (one) return sampleFor(one);
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, sampleFor(shape.properties?.[name] ?? {})]),
      );
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sampleFor(shape.items ?? {}));
    case 'number':
    case 'integer':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(shape);
  }
}

function textOf({ format, pattern, minLength = 1 }: Shape): string {
  const fitting = format === undefined ? undefined : byFormat[format];
  if (fitting !== undefined) return fitting;
  const found = pattern === undefined ? 'text' : candidates.find((text) => new RegExp(pattern, 'u').test(text));
  return (found ?? 'text').padEnd(minLength, 'x');
}
