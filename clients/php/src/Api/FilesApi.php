<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\File;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;

final class FilesApi extends Resource
{
    /**
     * Fetch a file.
     *
     * Use the signed URL returned by another operation, unchanged. It needs no token and expires after 15 minutes. Where files are stored in a bucket, URLs point to the bucket instead.
     *
     * - `expires`: Unix time at which the URL expires.
     *
     * @param array{
     *     expires: string,
     *     signature: string,
     * } $query
     */
    public function fetch(string $tenant, string $subject, string $name, array $query, ?Options $options = null): File
    {
        return $this->http->send(new Request(
            'GET',
            '/files/{tenant}/{subject}/{name}',
            values: [$tenant, $subject, $name],
            query: $query,
            open: true,
            kind: 'file',
            options: $options,
        ));
    }
}
