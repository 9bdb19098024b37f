<?php

declare(strict_types=1);

require 'Psr/SimpleCache/autoload.php'; // Debian: php-psr-simple-cache

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/../src/' . strtr(substr($class, strlen('MedinaCare\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'MedinaCare\\') && is_file($file)) {
        require $file;
    }
});
