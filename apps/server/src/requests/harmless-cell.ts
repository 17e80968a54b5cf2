/**
 * A cell that no spreadsheet takes for a formula: a quote is put before what one could begin with. That is its start
 * and, since some programs separate by semicolons or tabs whatever a file has, what follows one of these or a line end. A
 * number keeps its plus, since nothing but digits and spaces follows it. `readCell` gives the same cell back.
 */
export const harmlessCell = (cell: string): string =>
  /^\+[0-9 ]+$/.test(cell)
    ? cell
    : piecesOf(cell)
        .map((piece, at) => (formulaOf(at).test(piece) ? `'${piece}` : piece))
        .join('');

/** A cell as it was before `harmlessCell`, or another program, put quotes into it. */
export const readCell = (cell: string): string =>
  piecesOf(cell)
    .map((piece, at) => (piece.startsWith("'") && formulaOf(at).test(piece.slice(1)) ? piece.slice(1) : piece))
    .join('');

/** Each ends with what could separate it from the next. */
const piecesOf = (cell: string): string[] => cell.split(/(?<=[;\t\r\n])/);

const formulaOf = (at: number): RegExp => (at === 0 ? /^[\s'"]*[=+\-@＝＋－＠\t\r]/u : /^[\s'"]*[=+\-@＝＋－＠]/u);
