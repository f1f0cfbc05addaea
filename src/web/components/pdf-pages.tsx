import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { getDocument, type PDFDocumentProxy, type RenderTask } from 'unpdf/pdfjs';
import classes from './file-view.module.css';
import { count } from './format';

/** Enough for a sharp picture without filling the memory of a phone. */
const MOST_PIXELS_PER_PIXEL = 2;
const MOST_PIXELS = 8_000_000;

/** Whoever made the file says how many pages it has, and how large they are. */
const MOST_PAGES = 300;

/** The pages of a PDF, drawn as pictures: scripts, links and forms in it stay dead. */
export function PdfPages({ content, zoom }: { content: Blob; zoom: number }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let end: (() => Promise<void>) | undefined;
    const open = async () => {
      const data = new Uint8Array(await content.arrayBuffer());
      if (isOver) return;
      const task = getDocument({ data, isEvalSupported: false, useWasm: false, enableXfa: false, verbosity: 0 });
      end = () => task.destroy();
      setPdf(await task.promise);
    };
    open().catch((error: unknown) => {
      if (!isOver) setFault(isPasswordAsked(error) ? 'This PDF is protected by a password.' : 'This PDF can’t be shown here.');
    });
    return () => {
      isOver = true;
      void end?.();
    };
  }, [content]);
  if (fault) {
    return (
      <Text size="sm" c="dimmed">
        {fault} Download it to open it.
      </Text>
    );
  }
  if (!pdf) return <Loader size="sm" aria-label="Loading the pages" />;
  return (
    <>
      {Array.from({ length: Math.min(pdf.numPages, MOST_PAGES) }, (_, i) => (
        <PdfPage key={i} pdf={pdf} number={i + 1} zoom={zoom} />
      ))}
      {pdf.numPages > MOST_PAGES && (
        <Text size="sm" c="dimmed">
          Only the first {count(MOST_PAGES)} of {count(pdf.numPages)} pages are shown. Download the file to read all of it.
        </Text>
      )}
    </>
  );
}

const isPasswordAsked = (error: unknown) => error instanceof Error && error.name === 'PasswordException';

/** One page, drawn while it is in view or near it; its text is there for screen readers. */
function PdfPage({ pdf, number, zoom }: { pdf: PDFDocumentProxy; number: number; zoom: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [shape, setShape] = useState<number>();
  const [text, setText] = useState('');
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const root = frame.current!.closest('[role="region"]');
    const watch = new IntersectionObserver((seen) => setNear(seen.at(-1)!.isIntersecting), { root, rootMargin: '50%' });
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return;
    const drawn = canvas.current!;
    let task: RenderTask | undefined;
    let isOver = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      if (isOver) return;
      setShape(width / height);
      setText(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
      const wanted = frame.current!.clientWidth * Math.min(window.devicePixelRatio, MOST_PIXELS_PER_PIXEL);
      const viewport = page.getViewport({ scale: Math.min(wanted / width, Math.sqrt(MOST_PIXELS / (width * height))) });
      drawn.width = Math.floor(viewport.width);
      drawn.height = Math.floor(viewport.height);
      task = page.render({ canvas: drawn, viewport });
      await task.promise;
    };
    draw().catch(() => setBroken(!isOver));
    return () => {
      isOver = true;
      task?.cancel();
      drawn.width = drawn.height = 0; // gives the memory back
    };
  }, [pdf, number, isNear, zoom]);
  const label = `Page ${number} of ${pdf.numPages}`;
  return (
    <div ref={frame} className={classes.page} style={shape ? { aspectRatio: shape } : { minHeight: '20rem' }}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <VisuallyHidden>{text}</VisuallyHidden>
      {isBroken && (
        <Text size="sm" c="black" p="xs">
          This page can’t be shown here.
        </Text>
      )}
    </div>
  );
}
