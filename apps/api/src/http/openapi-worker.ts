// Writes the contract down for whoever asks for it, beside the thread that takes payments, and ends.
import { parentPort } from 'node:worker_threads'
import { openApiDocument } from './openapi.ts'

parentPort?.postMessage(new TextEncoder().encode(JSON.stringify(openApiDocument())))
