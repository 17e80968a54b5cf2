import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutLog } from './left-out.ts';
import { withoutRequests } from './route-requests.ts';

const shortened = (code: string) => withoutRequests(code, parseAst).replace(/\s+/g, ' ').trim();

test('a route keeps what a browser reads, and the file what it still uses', () => {
  const code = `import { z } from "zod";
import { locale, typedName } from "../entities/common.ts";
import {
  chosenPassword,
  other as password,
} from "../entities/password.ts";
import { defineRoute } from "./route.ts";
const id = z.string();
const call = z.object({ id, locale: chosenPassword });
export const order = z.object({ kept: locale });
export const routes = {
  setUp: defineRoute({
    method: "POST",
    path: "/setup",
    summary: "Create, and more",
    audience: "public",
    body: z.object({ name: typedName(3), password: chosenPassword.or(password), locale, call }),
    reply: z.object({ locale }),
    errors: ["CONFLICT", "FORBIDDEN"]
  }),
  health: defineRoute({ method: "GET", path: "/health", query: z.object({}), audience: "public", reply: z.object({}) })
};`;
  expect(shortened(code)).toBe(
    'import { z } from "zod"; import { locale, typedName } from "../entities/common.ts"; ' +
      'import { defineRoute } from "./route.ts"; export const order = z.object({ kept: locale }); export const routes = { setUp: defineRoute({ method: "POST", ' +
      'path: "/setup", audience: "public", reply: z.object({ locale }), }), health: defineRoute({ method: "GET", ' +
      'path: "/health", audience: "public", reply: z.object({}) }) };',
  );
});

test('nothing else of a file is cut', () => {
  const code =
    'import { a } from "b";\nexport const body = a({ body: 1, summary: 2 });\nexport const it = make({ query: 3 });';
  expect(withoutRequests(code, parseAst)).toBe(code);
});

test('what JsSIP would print goes, and what it does stays', () => {
  const code = 'if (a) logger.debug(b); else c();\nlogger.warn("x");\nd(logger.error);\nother.debug("y");';
  expect(withoutLog(code, parseAst)).toBe('if (a) ; else c();\n;\nd(logger.error);\nother.debug("y");');
});
