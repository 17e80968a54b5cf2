/** A vendor refuses a request. */
export class VendorRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Refuses fields that a vendor does not know. */
export function onlyFields(given: Iterable<string>, known: ReadonlySet<string>): void {
  for (const name of given) {
    if (!known.has(name)) throw new VendorRefusal(400, 'unknown_parameter', `Unknown parameter: '${name}'.`);
  }
}

/** Refuses a model that is not there. */
export function knownModel(model: unknown, models: readonly string[]): void {
  if (typeof model !== 'string' || model === '') {
    throw new VendorRefusal(400, 'missing_required_parameter', 'you must provide a model parameter');
  }
  if (!models.includes(model)) {
    throw new VendorRefusal(404, 'model_not_found', `The model \`${model}\` does not exist.`);
  }
}

interface SchemaNode {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** Refuses a strict schema in which a property is optional, or that leaves an object open. */
export function strictSchema(value: unknown, path = 'schema'): void {
  const node = (value ?? {}) as SchemaNode;
  if (node.properties !== undefined) {
    const missing = Object.keys(node.properties).filter((name) => !node.required?.includes(name));
    if (missing.length > 0) {
      const message = `Invalid schema: in ${path}, 'required' must have every key of properties. Missing '${missing[0]}'.`;
      throw new VendorRefusal(400, 'invalid_json_schema', message);
    }
    if (node.additionalProperties !== false) {
      const message = `Invalid schema: in ${path}, 'additionalProperties' is required to be false.`;
      throw new VendorRefusal(400, 'invalid_json_schema', message);
    }
    for (const [name, each] of Object.entries(node.properties)) strictSchema(each, `${path}.${name}`);
  }
  if (node.items !== undefined) strictSchema(node.items, `${path}[]`);
  for (const each of node.anyOf ?? []) strictSchema(each, path);
}
