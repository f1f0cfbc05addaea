/** Shows the progress of a long operation: continuously on a terminal, elsewhere with an occasional line. */
export class Progress {
  private readonly startedAt = Date.now();
  private toldAt = Date.now();

  constructor(
    private readonly total: number,
    private readonly what: string,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  tell(done: number): void {
    const isTime = Date.now() - this.toldAt > (this.out.isTTY ? REDRAW_MS : LINE_MS);
    if (!isTime && done < this.total) return;
    this.toldAt = Date.now();
    const seconds = (this.toldAt - this.startedAt) / 1_000;
    const rate = done / Math.max(seconds, 0.001);
    const text = `${number(done)} of ${number(this.total)} ${this.what}, ${number(rate)} a second, ${timeLeft((this.total - done) / rate)}`;
    if (!this.out.isTTY) return void this.out.write(`${text}\n`);
    const full = Math.round((BAR * done) / this.total);
    this.out.write(`\r\x1b[K[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${text}${done >= this.total ? '\n' : ''}`);
  }
}

const BAR = 30;
const REDRAW_MS = 200;
const LINE_MS = 10_000;

export const number = (value: number) => Math.round(value).toLocaleString('en');

function timeLeft(seconds: number): string {
  const left = Math.ceil(seconds);
  return left < 60 ? `${left} s left` : `${Math.ceil(left / 60)} min left`;
}
