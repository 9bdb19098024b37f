/**
 * Runs before the page's own code when documentation pictures are taken. Replaces the fake camera's pattern with a
 * drawn person. Called as `sitFor({ wall, clothes, skin, hair })`.
 */
type Sitter = Record<'wall' | 'clothes' | 'skin' | 'hair', string>

function drawSitter(canvas: HTMLCanvasElement, { wall, clothes, skin, hair }: Sitter): void {
  const [width, height] = [canvas.width, canvas.height]
  const context = canvas.getContext('2d')!
  const oval = (colour: string, x: number, y: number, rx: number, ry: number) => {
    context.fillStyle = colour
    context.beginPath()
    context.ellipse(x * width, y * height, rx * width, ry * height, 0, 0, 2 * Math.PI)
    context.fill()
  }
  context.fillStyle = wall
  context.fillRect(0, 0, width, height)
  oval(hair, 0.5, 0.41, 0.095, 0.2)
  oval(skin, 0.5, 0.66, 0.042, 0.12)
  oval(clothes, 0.5, 1.06, 0.23, 0.36)
  oval(skin, 0.5, 0.48, 0.079, 0.18)
  oval(hair, 0.478, 0.29, 0.072, 0.08)
}

function sitFor(sitter: Sitter): void {
  const { mediaDevices } = navigator
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (asked) => {
    const stream = await ask(asked)
    const [camera] = stream.getVideoTracks()
    if (!camera) return stream
    const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 540 })
    setInterval(() => drawSitter(canvas, sitter), 50)
    stream.removeTrack(camera)
    stream.addTrack(canvas.captureStream().getVideoTracks()[0]!)
    return stream
  }
}

Object.assign(globalThis, { sitFor })
